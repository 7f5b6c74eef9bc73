import { textOption } from '@spmv/core';
import { checkReadOptions } from '../source/check-options.ts';
import type { FileBytes, FileLimits, FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { type BytesSource, openBytes, readExactly } from '../source/bytes.ts';
import { choosePart } from '../source/choose-part.ts';
import { COMPRESSION, DEFAULT_LIMITS } from '../source/limits.ts';
import { inflateElement } from '../zip/inflate.ts';
import { COMPRESSED, MATRIX } from './element.ts';
import { matrixOf, type Variable, variablesIn } from './variable.ts';

/** The text at the beginning, version, order of bytes. */
const HEADER = 128;
const LEVEL_4_HEADER = 20;
const SAVE = 'Save the matrix again with save(…, "-v7") of MATLAB, or savemat of SciPy.';

/** Whether a file begins like one of level 4: five numbers about a variable, and its name, which ends with 0. */
function isLevel4(head: Uint8Array): boolean {
  if (head.length <= LEVEL_4_HEADER) return false;
  const view = new DataView(head.buffer, head.byteOffset);
  return [true, false].some((little) => {
    const [kind, rows, cols, imaginary, name] = [0, 4, 8, 12, 16].map((at) => view.getUint32(at, little)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const [order, digits] = [little ? 0 : 1000, kind % 1000];
    const isKind = kind - digits === order && digits <= 52 && digits % 10 <= 2;
    const isName = name > 1 && name <= 64 && head[LEVEL_4_HEADER + name - 1] === 0;
    return isKind && Math.max(rows, cols) < 2 ** 31 && imaginary <= 1 && isName;
  });
}

/** Whether these are the first bytes of a file of MATLAB: of level 5, or of level 4. Version 7.3 is HDF5. */
export function isMatlab(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head.subarray(0, HEADER));
  return (
    /^MATLAB 5\.\d/.test(text) ||
    isLevel4(head) ||
    (head.length >= HEADER && /^(?:\0\u0001IM|\u0001\0MI)$/.test(text.slice(124)))
  );
}

/** Whether numbers lie with their lowest byte first. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
async function orderOf(bytes: FileBytes): Promise<boolean> {
  const unread = (what: string, byte: number): Error =>
    fileError('FILE.UNSUPPORTED', { byte, what: `the file is ${what}, and is not read`, fix: SAVE });
  if (isLevel4(await bytes.read(0, HEADER))) throw unread('a MAT-file of level 4', 0);
  const head = await readExactly(bytes, { at: 0, length: HEADER, of: 'the header' });
  const mark = String.fromCharCode(head[126] as number, head[127] as number);
  const little = mark === 'IM';
  const version = new DataView(head.buffer, head.byteOffset).getUint16(124, little);
  if ((!little && mark !== 'MI') || (version !== 0x0100 && version !== 0x0200)) {
    throw fileError('FILE.FORMAT', { byte: 124, what: 'the file has no header of a MAT-file of level 5', fix: SAVE });
  }
  if (version === 0x0100) return little;
  throw fileError('FILE.UNSUPPORTED', {
    byte: 124,
    what: 'the file is of version 7.3, which is HDF5',
    fix: 'Read it with readHdf5 of @spmv/interchange, which needs the package h5wasm.',
  });
}

function requireAllowed(size: number, packed: number | undefined, at: number, limits: FileLimits): void {
  const proportion =
    packed !== undefined && limits.bytes === undefined ? COMPRESSION.free + COMPRESSION.ratio * packed : Infinity;
  const limit = Math.min(limits.bytes ?? DEFAULT_LIMITS.bytes, proportion);
  if (size <= limit) return;
  throw fileError('FILE.LIMIT', {
    byte: at,
    what: `a variable has ${size} bytes, more than ${limit}`,
    fix: 'If you trust the file, raise limits.bytes, in the command --max-text-bytes.',
    details: { limit, size },
  });
}

/** The matrices of a file, one variable after another. */
async function variablesOf(bytes: FileBytes, limits: FileLimits): Promise<readonly Variable[]> {
  const little = await orderOf(bytes);
  const found: Variable[] = [];
  for (let at = HEADER; at < bytes.size;) {
    const tag = await readExactly(bytes, { at, length: 8, of: 'the tag of a variable' });
    const view = new DataView(tag.buffer, tag.byteOffset, 8);
    const [type, length] = [view.getUint32(0, little), view.getUint32(4, little)];
    const start = at + 8;
    if (type !== MATRIX && type !== COMPRESSED)
      throw fileError('FILE.FORMAT', { byte: at, what: `an element of type ${type} is no variable`, fix: SAVE });
    requireAllowed(length, undefined, at, limits);
    const content = await readExactly(bytes, { at: start, length, of: 'a variable' });
    if (type === MATRIX) found.push(...variablesIn({ bytes: content, little, fileByte: start, at: 0, end: length }));
    else {
      const inside = await inflateElement(content, {
        at: start,
        sizeOf: (first) => {
          const size = 8 + new DataView(first.buffer, first.byteOffset).getUint32(4, little);
          requireAllowed(size, length, start, limits);
          return size;
        },
      });
      const kind = new DataView(inside.buffer).getUint32(0, little);
      if (kind === MATRIX) found.push(...variablesIn({ bytes: inside, little, at: 8, end: inside.length }));
    }
    // What is compressed is followed by the next element at once.
    at = start + (type === MATRIX ? Math.ceil(length / 8) * 8 : length);
  }
  return found;
}

/** How to read a file. */
export interface ReadMatlabOptions {
  readonly limits?: FileLimits;
  /** Name of the variable, or of the field, where there are several. */
  readonly part?: string;
}

/**
 * Reads a matrix from a MAT-file of level 5, which MATLAB writes as `-v6` and `-v7`, SciPy as `savemat`, and the SuiteSparse collection as
 * `.mat`: sparse or dense, real, complex, logical or integers, of either byte order, compressed or not, also a field of a structure, such as `Problem.A`.
 * Where there are several, that called `A`. Memory: one variable, unpacked.
 *
 * Follows *MAT-File Format* (MathWorks, R2020a), level 5. Errors: `FILE.*`.
 */
export async function readMatlab(source: BytesSource, options: ReadMatlabOptions = {}): Promise<FileMatrix> {
  checkReadOptions('readMatlab', options, { part: textOption });
  const { limits = {}, part } = options;
  return matrixOf(
    choosePart(await variablesOf(await openBytes(source, limits.bytes), limits), part, {
      usual: ['A'],
      separator: '.',
    }),
    limits.entries,
  );
}
