import { readdirSync, readFileSync } from 'node:fs';

const PAGE_BYTES = 4096;

/** Bytes that the processes started by this one hold, as Linux counts them; null where that can't be asked. */
export function childMemory(): number | null {
  try {
    const waiting = [process.pid];
    let pages = 0;
    for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
      for (const task of readdirSync(`/proc/${pid}/task`)) {
        const children = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim();
        for (const child of children === '' ? [] : children.split(' ').map(Number)) {
          waiting.push(child);
          pages += Number(readFileSync(`/proc/${child}/statm`, 'utf8').split(' ')[1]);
        }
      }
    }
    return pages * PAGE_BYTES;
  } catch {
    return null;
  }
}

export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MB`;
}
