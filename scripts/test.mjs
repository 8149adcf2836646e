/**
 * `npm test [-- --deep] [vitest filters]`: sets up, type-checks, lints, checks the format and runs the tests.
 * The last line is `N passed, N failed`; the one before it counts the tests skipped for want of a tool.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { deepTests } from './deep-tests.mjs';
import { ROOT, run, runQuiet } from './process.mjs';
import { setup } from './setup.mjs';

const deep = process.argv.includes('--deep');
const filters = process.argv.slice(2).filter((word) => word !== '--deep');
const tally = { passed: 0, failed: 0, skipped: 0, tools: new Map() };

/** Two lanes of equal length, for two cores; the tests, which look at times, run alone after them. */
const CHECKS = [
  [['lint', ['node_modules/eslint/bin/eslint.js', '.']]],
  [
    [
      'type check',
      ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.check.json', '--incremental', 'false'],
    ],
    ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.']],
  ],
];

async function check(name, args) {
  const { code, output } = await runQuiet(process.execPath, args);
  if (code === 0) tally.passed += 1;
  else tally.failed += 1;
  console.log(`\n# ${name}\n${output}${name}: ${code === 0 ? 'ok' : 'failed'}`);
}

const checkAll = () =>
  Promise.all(
    CHECKS.map(async (lane) => {
      for (const [name, args] of lane) await check(name, args);
    }),
  );

/** Adds what vitest's JSON report says; a file that could not be collected is one failure, so is a stray error. */
function count(report, code) {
  let failed = 0;
  for (const file of report.testResults) {
    const inFile = file.assertionResults.filter((test) => test.status === 'failed').length;
    failed += file.status === 'failed' && inFile === 0 ? 1 : inFile;
    for (const test of file.assertionResults) {
      if (test.status === 'passed' || test.status === 'failed') continue;
      tally.skipped += 1;
      const tool = /\(needs ([\w-]+)\)/.exec(test.fullName)?.[1] ?? 'unnamed tool';
      tally.tools.set(tool, (tally.tools.get(tool) ?? 0) + 1);
    }
  }
  tally.passed += report.numPassedTests;
  tally.failed += failed === 0 && code !== 0 ? 1 : failed;
}

async function runTests() {
  console.log(`\n# tests${deep ? ' (deep)' : ''}`);
  const folder = await mkdtemp(path.join(tmpdir(), 'mimir-test-'));
  const file = path.join(folder, 'report.json');
  const code = await run(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
      ...(deep && filters.length === 0 ? deepTests(ROOT) : filters),
    ],
    {
      env: {
        ...process.env,
        ...(deep ? { MIMIR_DEEP: '1' } : {}),
        // A log is read without a terminal.
        ...(process.stdout.isTTY ? {} : { NO_COLOR: '1' }),
      },
    },
  );
  try {
    count(JSON.parse(await readFile(file, 'utf8')), code);
  } catch (error) {
    console.error(`no test report: ${error.message}`);
    tally.failed += 1;
  }
  await rm(folder, { recursive: true, force: true });
}

try {
  await setup({ tests: true, meanwhile: checkAll });
  await runTests();
} catch (error) {
  console.error(error.message);
  tally.failed += 1;
}
const tools = [...tally.tools].map(([tool, tests]) => `${tool} ${tests}`).join(', ');
console.log(`\n${tally.skipped} skipped for want of a tool${tools === '' ? '' : `: ${tools}`}`);
console.log(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;
