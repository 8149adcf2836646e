import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Files of a tree: their texts by path; `null` deletes one. */
export type Tree = Readonly<Record<string, string | null>>;

/** A folder of sources of one's own, with or without git. */
export class Repository {
  #commits = 0;

  private constructor(readonly root: string) {}

  static async of(tree: Tree): Promise<Repository> {
    const repository = new Repository(await mkdtemp(path.join(tmpdir(), 'mimir-judges-')));
    await repository.write(tree);
    return repository;
  }

  async write(tree: Tree): Promise<void> {
    for (const [name, text] of Object.entries(tree)) {
      const file = path.join(this.root, name);
      await mkdir(path.dirname(file), { recursive: true });
      await (text === null ? rm(file) : writeFile(file, text));
    }
  }

  /** Commits everything, one day after the commit before. */
  async commit(tree: Tree = {}): Promise<void> {
    await this.write(tree);
    if (this.#commits === 0) this.git('init', '-q', '-b', 'main');
    const day = String(1_700_000_000 + 86_400 * this.#commits++);
    this.git('add', '-A');
    this.git('commit', '-q', '-m', `commit ${this.#commits}`, `--date=${day} +0000`);
  }

  git(...parameters: readonly string[]): string {
    const day = `${1_700_000_000 + 86_400 * Math.max(0, this.#commits - 1)} +0000`;
    return execFileSync('git', ['-c', 'commit.gpgsign=false', ...parameters], {
      cwd: this.root,
      encoding: 'utf8',
      env: {
        ...process.env,
        GIT_AUTHOR_NAME: 'A',
        GIT_AUTHOR_EMAIL: 'a@example.org',
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@example.org',
        GIT_COMMITTER_DATE: day,
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_NOSYSTEM: '1',
      },
    });
  }

  remove(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }
}
