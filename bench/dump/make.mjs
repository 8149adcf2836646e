/** `node bench/dump/make.mjs EDGES DIR [SEED] [UNITS]`: writes a generated dump, uncompressed. */
import { writeUnit } from '../../dist/dump/index.js';
import { generateUnits } from './generate.mjs';

const [edges, dir, seed = '1', units] = process.argv.slice(2);
if (!(Number(edges) > 0) || dir === undefined) {
  console.error('usage: node bench/dump/make.mjs EDGES DIR [SEED] [UNITS]');
  process.exit(2);
}
let nodes = 0;
let made = 0;
for (const unit of generateUnits({
  edges: Number(edges),
  seed: Number(seed),
  ...(units && { units: Number(units) }),
})) {
  writeUnit(dir, unit, 'none');
  nodes += unit.nodes.rows;
  made += unit.edges.rows;
}
console.log(`${dir}: ${nodes} nodes, ${made} edges`);
