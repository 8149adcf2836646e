import type { CodeGraph } from '../../graph/index.js';
import { scopeOf, type Need } from '../../lens/index.js';
import { sortUtf8 } from '../../table/index.js';
import { InvalidArgument, type Task } from '../../task/index.js';
import {
  kgramHashes,
  shapeSymbol,
  SUBCLONE_PROFILE,
  symbolId,
  winnowHashes,
  type Hashes,
  type KgramProfile,
} from '../../text/index.js';
import {
  hasLexer,
  isForeignPath,
  isTestPath,
  lexSource,
  SOURCES_PRODUCER,
  sourceFolder,
  textsOf,
  unreadText,
  type CloneParams,
} from '../clones/index.js';

/** One file as the detector sees it. */
export interface CorpusFile {
  readonly file: string;
  /** `symbolId` of each token. */
  readonly ids: Uint32Array;
  /** Line of each token, from 1. */
  readonly lines: Uint32Array;
  readonly hashes: Hashes;
  /** Kept k-grams by winnowing, ascending. */
  readonly kept: Uint32Array;
}

/** The files that are searched. */
export interface Corpus {
  readonly profile: KgramProfile;
  readonly files: readonly CorpusFile[];
  /** Files of the dump whose text does not tokenise, or that are not there. */
  readonly unparsed: number;
  readonly unread: number;
  /** The first of those that are not there; empty when all are. */
  readonly firstUnread: string;
  readonly tokens: number;
  readonly folder: string | null;
}

/** The files that the dump's nodes in scope are in, by the bytes of their paths, without foreign and test paths. */
export function corpusFiles(graph: CodeGraph, asked: CloneParams): string[] {
  const scope = graph.scope(scopeOf(asked));
  oneRepo(graph, scope, asked.repo);
  const files = new Set<string>();
  for (let v = 0; v < graph.nodeCount; v++) {
    if (scope[v] === 0) continue;
    const file = graph.file?.at(v) ?? null;
    if (file === null || files.has(file) || !hasLexer(file) || isForeignPath(file)) continue;
    if (!asked.includeTests && isTestPath(file)) continue;
    if (asked.repo !== '' && graph.repo?.at(v) !== asked.repo) continue;
    files.add(file);
  }
  return sortUtf8([...files]);
}

/** Paths are only comparable inside one repo (S1:1780). */
function oneRepo(graph: CodeGraph, scope: Uint8Array, repo: string): void {
  if (graph.repo === null) return;
  const held = new Set<string>();
  for (let v = 0; v < graph.nodeCount; v++) {
    const name = graph.repo.at(v);
    if (scope[v] === 1 && name !== null) held.add(name);
  }
  if (repo === '' && held.size > 1)
    throw new InvalidArgument(
      `no repo named, and the dump holds ${String(held.size)}: --repo is one of ${sortUtf8([...held]).join(', ')}`,
    );
  if (repo !== '' && !held.has(repo))
    throw new InvalidArgument(
      `repo that the dump does not hold: ${repo}; it holds ${held.size === 0 ? 'none by name' : sortUtf8([...held]).join(', ')}`,
    );
}

/** Reads, lexes and winnows the files. `normalize` off keeps names and literals as they are spelled (S1:1789). */
export async function readCorpus(
  graph: CodeGraph,
  names: readonly string[],
  { src, normalize }: { readonly src: string; readonly normalize: boolean },
  task: Task,
): Promise<Corpus> {
  const folder = await sourceFolder(graph, src);
  const files: CorpusFile[] = [];
  let [unparsed, unread, tokens, done] = [0, 0, 0, 0];
  let firstUnread = '';
  const ids = new Map<string, number>();
  for await (const { file, text } of folder === null ? [] : textsOf(folder, names, task)) {
    task.progress('reading sources', ++done, names.length);
    if (text === null) {
      if (unread === 0) firstUnread = file;
      unread++;
      continue;
    }
    const stream = await lexSource(file, text);
    if (stream === null) {
      unparsed++;
      continue;
    }
    const own = new Uint32Array(stream.count);
    for (let i = 0; i < stream.count; i++) {
      const symbol = shapeSymbol(stream, i, normalize);
      let id = ids.get(symbol);
      if (id === undefined) ids.set(symbol, (id = symbolId(symbol)));
      own[i] = id;
    }
    tokens += stream.count;
    files.push(corpusFile(file, own, stream.line, SUBCLONE_PROFILE));
  }
  return { profile: SUBCLONE_PROFILE, files, unparsed, unread, firstUnread, tokens, folder };
}

export function corpusFile(
  file: string,
  ids: Uint32Array,
  lines: Uint32Array,
  { k, window }: KgramProfile,
): CorpusFile {
  const hashes = kgramHashes(ids, k);
  return { file, ids, lines, hashes, kept: winnowHashes(hashes, window) };
}

/** What of the texts was not at hand. */
export function corpusNeeds(files: number, corpus: Corpus): Need[] {
  if (corpus.folder === null)
    return files === 0 ? [] : [{ fact: 'source text', producer: SOURCES_PRODUCER, missing: files }];
  const needs: Need[] = [];
  if (corpus.unread > 0) needs.push(unreadText(corpus.firstUnread, corpus.unread));
  if (corpus.unparsed > 0)
    needs.push({
      fact: 'text that tokenises',
      producer: 'TypeScript, JavaScript and Rust are read',
      missing: corpus.unparsed,
    });
  return needs;
}
