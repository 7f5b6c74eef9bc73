import type { FileType } from '@spmv/core';
import { isGzip } from './inflate.ts';
import { isTar } from './tar-header.ts';

/** What types of files are told by. */
export const HEAD_BYTES = 512;

/** Names that say Matrix Market, alone or in an archive. */
const NAME = /\.(?:mtx|mtx\.gz|tar|tar\.gz|tgz)$/i;

/**
 * Whether a file is Matrix Market text, or what that may be packed in, by its first bytes (512, or all) and its name: other types of files have marks of their own.
 * A file without bytes is taken for one, too, as there is nothing that another type could know it by.
 */
export function isMatrixMarket(head: Uint8Array, name = ''): boolean {
  if (head.length === 0 || isGzip(head) || isTar(head)) return true;
  // What is no text is not Matrix Market, whatever it is called.
  if (NAME.test(name) && !head.includes(0)) return true;
  // A mark of UTF-8 and blanks may come before the banner or a comment.
  return /^(?:\u00EF\u00BB\u00BF)?\s*%/u.test(new TextDecoder('latin1').decode(head));
}

/** The type of a file that is not Matrix Market, by its first bytes (512, or all) and its name; undefined for Matrix Market, and where none of these knows it. */
export function fileTypeOf(head: Uint8Array, name: string, types: readonly FileType[]): FileType | undefined {
  const first = head.subarray(0, HEAD_BYTES);
  return isMatrixMarket(first, name) ? undefined : types.find((type) => type.recognises(first, name.toLowerCase()));
}
