import { expect, it, vi } from 'vitest';
import { tellingTask } from '../../src/cli/progress.js';
import { processIo } from '../../src/cli/io.js';

it('says of what is slow how far it is, and whose it is', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const told: string[] = [];
  const io = { ...processIo(), live: true, err: (text: string) => void told.push(text) };
  const { task, about, end } = tellingTask(io);
  task.progress('pairs', 1, 4);
  clock.mockReturnValue(2_000);
  task.progress('loading', 3);
  about('twins');
  clock.mockReturnValue(3_000);
  task.progress('pairs', 2, 4);
  about(undefined);
  clock.mockReturnValue(4_000);
  task.progress('pairs', 3, 4);
  end();
  clock.mockRestore();
  const clear = '\r\x1b[2K';
  expect(told).toEqual([
    `${clear}loading: 3`,
    `${clear}twins: pairs: 2 of 4 (50 %)`,
    `${clear}pairs: 3 of 4 (75 %)`,
    clear,
  ]);
});
