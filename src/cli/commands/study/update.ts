import {
  acceptUpdate,
  driftLines,
  proposeUpdate,
  type Change,
  type StudyFile,
} from '../../../study/index.js';
import { CodedError, InvalidArgument } from '../../../task/index.js';
import type { Io } from '../../io.js';
import { withRunner } from '../../runner.js';
import { isCi } from './folder.js';

/** Replays a study and asks about each change; what is refused stays as it was. */
export async function update(file: StudyFile, acceptAll: boolean, io: Io): Promise<number> {
  if (isCi(io)) {
    throw new CodedError(
      'ci_never_writes',
      'update in CI: expectations are accepted by a person; run it where they can be reviewed',
    );
  }
  if (!acceptAll && io.ask === null) {
    throw new InvalidArgument(
      'nobody to ask: stdin is no terminal; review with `mimir study replay`, then use --accept-all',
    );
  }
  const proposal = await withRunner(io, file.name, (runner) => proposeUpdate(file, runner));
  if (proposal.changes.length === 0) {
    if (proposal.moved) await acceptUpdate(proposal, () => true);
    const moved = proposal.moved ? '; its record is renewed' : '';
    io.out(`${file.name}: nothing changed${moved}\n`);
    return 0;
  }
  const accepted = new Set<Change>();
  for (const change of proposal.changes) {
    io.out(`${driftLines(change.finding, { width: io.width }).join('\n')}\n`);
    const answer = acceptAll ? 'y' : await io.ask!('accept? [y/N/a(ll)/q(uit)] ');
    if (/^a/i.test(answer)) {
      proposal.changes.forEach((one) => accepted.add(one));
      break;
    }
    if (/^q/i.test(answer)) break;
    if (/^y/i.test(answer)) accepted.add(change);
  }
  await acceptUpdate(proposal, (change) => accepted.has(change));
  io.out(`${file.name}: ${accepted.size} of ${proposal.changes.length} changes accepted\n`);
  return 0;
}
