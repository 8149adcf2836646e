import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** The user's editor as command and arguments; `$VISUAL`, then `$EDITOR`, then vi. */
export function editorCommand(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  const named = env['VISUAL'] ?? env['EDITOR'] ?? '';
  return named.trim() === '' ? ['vi'] : named.trim().split(/\s+/);
}

/** How an editor is told a line: most take `+line file`, the graphical ones `--goto file:line`. */
export function editorArguments(command: readonly string[], file: string, line?: number): string[] {
  const name = path.basename(command[0]!).replace(/\.(?:exe|cmd)$/, '');
  const rest = command.slice(1);
  if (line === undefined) return [...rest, file];
  if (/^(?:code|codium|code-insiders|cursor|windsurf)$/.test(name))
    return [...rest, '--goto', `${file}:${line}`];
  if (/^(?:subl|zed|hx|helix)$/.test(name)) return [...rest, `${file}:${line}`];
  return [...rest, `+${line}`, file];
}

/** Runs a program in this terminal; resolves with its exit code, or null when it can't be started. */
export function runInTerminal(command: string, args: readonly string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' });
    child.on('error', () => resolve(null));
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Opens a file at a line; null when it worked, else what went wrong. */
export async function openInEditor(file: string, line?: number): Promise<string | null> {
  const command = editorCommand();
  const code = await runInTerminal(command[0]!, editorArguments(command, file, line));
  return code === null ? `editor not found: ${command[0]}; set EDITOR` : null;
}

/** Lets the user edit a text outside; null when the editor failed. */
export async function editText(text: string, name: string): Promise<string | null> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mimir-'));
  try {
    const file = path.join(folder, name);
    await writeFile(file, text);
    const command = editorCommand();
    const code = await runInTerminal(command[0]!, editorArguments(command, file));
    return code === 0 ? await readFile(file, 'utf8') : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
