import { SpmvError } from '@spmv/core';

export const TAR_BLOCK = 512;

/** What a header block of an archive says by itself; a long name before it may say otherwise. */
export interface TarHeader {
  readonly path: string;
  readonly size: number;
  /** The type of the member, one character: `0` a file, `5` a folder, `x` what follows is about the next member … */
  readonly kind: string;
}

export function damagedArchive(what: string): SpmvError {
  return new SpmvError('MMIO.ARCHIVE', what, { fix: 'Fetch the archive again, or extract it and read the .mtx file.' });
}

function text(block: Uint8Array, from: number, length: number): string {
  const field = block.subarray(from, from + length);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
}

/** A number in octal digits, or in base 256 where the first bit is set, as GNU tar writes what digits cannot hold. */
function number(block: Uint8Array, from: number, length: number): number {
  const first = block[from] as number;
  let value = 0;
  if ((first & 0x80) !== 0) {
    if (first === 0xff) throw damagedArchive('A header of the tar archive is damaged: it holds a negative number.');
    value = first & 0x7f;
    for (let p = from + 1; p < from + length; p++) value = value * 256 + (block[p] as number);
  } else {
    const digits = text(block, from, length).trim();
    if (!/^[0-7]*$/.test(digits))
      throw damagedArchive('A header of the tar archive is damaged: its size is not an octal number.');
    value = Number.parseInt(digits === '' ? '0' : digits, 8);
  }
  if (!Number.isSafeInteger(value))
    throw damagedArchive('A header of the tar archive is damaged: it holds a number beyond 2^53.');
  return value;
}

/** Whether the sum of the bytes is the one that the block states; old writers added them up as signed. */
function sumIsRight(block: Uint8Array): boolean {
  const stated = text(block, 148, 8).trim();
  if (!/^[0-7]+$/.test(stated)) return false;
  let unsigned = 0;
  let signed = 0;
  for (let p = 0; p < TAR_BLOCK; p++) {
    const byte = p >= 148 && p < 156 ? 32 : (block[p] as number);
    unsigned += byte;
    signed += byte > 127 ? byte - 256 : byte;
  }
  const sum = Number.parseInt(stated, 8);
  return sum === unsigned || sum === signed;
}

/** Whether this is how an archive begins: by its magic, or, for those older than it, by the sum of the first block. */
export function isTar(head: Uint8Array): boolean {
  return (
    head.length >= 263 &&
    (text(head, 257, 5) === 'ustar' || (head.length >= TAR_BLOCK && sumIsRight(head.subarray(0, TAR_BLOCK))))
  );
}

/** Members that are a name only, whatever size their header states: links, devices, folders, pipes. */
const WITHOUT_DATA = /^[1-6]$/;

/** Takes a header block apart. Errors: `MMIO.ARCHIVE`, for a wrong sum or a size that is none. */
export function parseTarHeader(block: Uint8Array): TarHeader {
  if (!sumIsRight(block)) throw damagedArchive('A header of the tar archive is damaged: its checksum is wrong.');
  const kind = String.fromCharCode((block[156] as number) === 0 ? 48 : (block[156] as number));
  const name = text(block, 0, 100);
  // GNU tar's own format keeps times where ustar keeps the beginning of a path.
  const prefix = text(block, 257, 6) === 'ustar' && text(block, 263, 2) === '00' ? text(block, 345, 155) : '';
  return {
    path: prefix === '' ? name : `${prefix}/${name}`,
    size: WITHOUT_DATA.test(kind) ? 0 : number(block, 124, 12),
    kind,
  };
}
