import { closeSync, openSync, readSync } from 'node:fs';

/** The C library of Linux that a program was linked with. */
export type Libc = 'gnu' | 'musl';

/** A program names its interpreter, which is the C library's, in its first few hundred bytes. */
const HEAD_BYTES = 4096;

/** By the beginning of a program; undefined where that names no interpreter, as in one that is linked statically. */
export function libcOf(head: Uint8Array): Libc | undefined {
  const text = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  if (text.includes('/ld-musl-')) return 'musl';
  return /\/ld(?:-linux|64)[\w.-]*\.so/u.test(text) ? 'gnu' : undefined;
}

function headOf(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const file = openSync(path, 'r');
  try {
    return head.subarray(0, readSync(file, head));
  } finally {
    closeSync(file);
  }
}

/** That of this process. The report of Node knows it, too, but takes 15 ms in every thread, or seconds where it looks up names of hosts. */
export function libc(): Libc {
  const found = libcOf(headOf(process.execPath));
  if (found !== undefined) return found;
  const report = process.report?.getReport() as
    | { readonly header?: { readonly glibcVersionRuntime?: string } }
    | undefined;
  return report?.header?.glibcVersionRuntime === undefined ? 'musl' : 'gnu';
}
