import type { Task } from '../../task/index.js';
import type { ExportTable } from './columns.js';
import { TextFile } from './text-file.js';

/** RFC 4180: a header, CRLF between rows, quotes where a value needs them; a missing value is empty, an empty text is `""`. */
export function writeCsv(path: string, { rows, columns }: ExportTable, task: Task): void {
  const file = new TextFile(path);
  try {
    file.write(`${columns.map((column) => cell(column.name)).join(',')}\r\n`);
    for (let row = 0; row < rows; row++) {
      if ((row & 0xffff) === 0) task.check('exporting');
      file.write(`${columns.map((column) => cell(column.at(row))).join(',')}\r\n`);
    }
  } finally {
    file.close();
  }
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = String(value);
  return text === '' || /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
