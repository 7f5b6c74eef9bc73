import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const BLOCK = 512;

/** The files of a packed package by path, without the leading `package/`. */
export function readTarball(file: string): ReadonlyMap<string, Buffer> {
  const bytes = gunzipSync(readFileSync(file));
  const files = new Map<string, Buffer>();
  let longPath: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length && bytes[at] !== 0;) {
    const text = (from: number, length: number): string =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/su, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    const kind = text(156, 1);
    const content = bytes.subarray(at + BLOCK, at + BLOCK + size);
    const prefix = text(345, 155);
    if (kind === 'x') longPath = /(?:^|\n)\d+ path=([^\n]*)\n/u.exec(content.toString('utf8'))?.[1];
    else if (kind === '0' || kind === '') {
      files.set(
        (longPath ?? (prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`)).replace(/^package\//u, ''),
        content,
      );
      longPath = undefined;
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
