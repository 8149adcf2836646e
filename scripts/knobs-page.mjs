/**
 * `node scripts/knobs-page.mjs`: writes docs/judges/knobs.md anew from the knobs file and the record of the study that
 * calibrates it. Run it after `mimir study update judge-knobs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './process.mjs';

const { knobsPage } = await import(path.join(ROOT, 'dist/judges/knobs-page.js'));
const record = readFileSync(path.join(ROOT, 'studies/judge-knobs.expected.json'), 'utf8');
writeFileSync(path.join(ROOT, 'docs/judges/knobs.md'), knobsPage(record));
