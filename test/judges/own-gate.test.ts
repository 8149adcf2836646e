import { describe, expect, it } from 'vitest';
import { checkGate } from '../../src/judges/index.js';
import { createTask } from '../../src/task/index.js';

describe('the gate on this project', () => {
  /** Where it fails for good reason: `node bin/mimir.mjs judge establish --src src --anew`, and commit the baseline. */
  it('finds nothing that the committed baseline does not know', { timeout: 300_000 }, async () => {
    const { failed, added, over } = await checkGate({ src: 'src', entry: [] }, createTask());
    expect({ failed, added, over }).toEqual({ failed: [], added: [], over: [] });
  });
});
