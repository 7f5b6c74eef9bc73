import { statSync } from 'node:fs';
import { KERNEL_KINDS } from './check-contents.ts';
import type { Tarball } from './pack-all.ts';

function sum(files: ReadonlyMap<string, Buffer>, wanted: (path: string) => boolean): number {
  let bytes = 0;
  for (const [path, content] of files) if (wanted(path)) bytes += content.length;
  return bytes;
}

/** Bytes of every packed package, whole, unpacked and by kind of kernel, as a table for people. */
export function sizeTable(
  packages: readonly (readonly [tarball: Tarball, files: ReadonlyMap<string, Buffer>])[],
): string {
  const head = ['package', 'files', 'packed', 'unpacked', ...KERNEL_KINDS];
  const rows = packages.map(([{ name, file }, files]) => [
    name,
    ...[
      files.size,
      statSync(file).size,
      sum(files, () => true),
      ...KERNEL_KINDS.map((kind) => sum(files, (path) => path.endsWith(`.${kind}`))),
    ].map((count) => (count === 0 ? '·' : String(count))),
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [head, ...rows].map(line).join('\n');
}
