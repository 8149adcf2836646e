/** Replays in the words of build servers: JUnit XML, and annotations that GitHub shows beside the line. */
import { fails, type Finding } from './compare.js';
import { driftLines } from './drift-text.js';
import type { Replay } from './replay.js';

/** One test case a pin and a run; a study that failed in a cell is one more. */
export function junitXml(replays: readonly Replay[], strict: boolean): string {
  const suites = replays.map((replay) => {
    const cases = casesOf(replay, strict);
    const failures = cases.filter(({ failure }) => failure !== null).length;
    const skipped = cases.filter(({ skipped: is }) => is).length;
    const seconds = (replay.milliseconds / 1000).toFixed(3);
    return [
      `  <testsuite name="${xml(replay.study)}" tests="${cases.length}" failures="${failures}" skipped="${skipped}" time="${seconds}">`,
      ...cases.map(({ name, failure, skipped: is }) => {
        const open = `    <testcase classname="${xml(replay.study)}" name="${xml(name)}"`;
        if (is) return `${open}><skipped/></testcase>`;
        if (failure === null) return `${open}/>`;
        const [message = ''] = failure;
        return `${open}><failure message="${xml(message)}">${xml(failure.join('\n'))}</failure></testcase>`;
      }),
      '  </testsuite>',
    ].join('\n');
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('\n')}\n</testsuites>\n`;
}

interface Case {
  readonly name: string;
  readonly failure: readonly string[] | null;
  readonly skipped: boolean;
}

function casesOf(replay: Replay, strict: boolean): Case[] {
  const cases = replay.findings.map((finding) => ({
    name: `${finding.subject} ${finding.name}`,
    failure: fails(finding, strict) ? driftLines(finding) : null,
    skipped: finding.verdict === 'not compared',
  }));
  if (!replay.error) return cases;
  return [{ name: 'runs to its end', failure: [errorText(replay)], skipped: false }, ...cases];
}

function errorText({ error }: Replay): string {
  const place = error?.cell === undefined ? '' : `cell ${error.cell + 1}: `;
  return place + (error?.message ?? '');
}

/** What XML 1.0 cannot carry becomes a visible mark. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd]/gu, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/\n/g, '&#10;');
}

/** GitHub workflow commands, one a failing pin or run, at the line that makes it. */
export function annotations(
  replay: Replay,
  source: { readonly file: string; readonly text: string },
  strict: boolean,
): string[] {
  const failing = replay.findings.filter((finding) => fails(finding, strict));
  const lines = failing.map((finding) => {
    const title = `${replay.study}: ${finding.subject} ${finding.name} ${finding.verdict}`;
    return command(
      source.file,
      lineOf(finding, source.text),
      title,
      driftLines(finding).join('\n'),
    );
  });
  if (replay.error)
    lines.unshift(command(source.file, 1, `${replay.study}: failed`, errorText(replay)));
  return lines;
}

function lineOf(finding: Finding, text: string): number {
  const quoted = finding.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const made =
    finding.subject === 'pin'
      ? new RegExp(`\\bpin\\(\\s*['"\`]${quoted}['"\`]`)
      : new RegExp(
          `\\blens\\s*\\.\\s*${quoted.replace(/#\d+$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}\\b`,
        );
  const at = text.search(made);
  return at < 0 ? 1 : text.slice(0, at).split('\n').length;
}

function command(file: string, line: number, title: string, message: string): string {
  const data = (value: string): string =>
    value.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
  const property = (value: string): string => data(value).replace(/:/g, '%3A').replace(/,/g, '%2C');
  return `::error file=${property(file)},line=${line},title=${property(title)}::${data(message)}`;
}
