import { gzipSync } from 'node:zlib';
import type { CooMatrix } from '@spmv/core';

/** A file as a browser is given it. */
export interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A file of these bytes. */
export function given(name: string, bytes: Uint8Array | string): GivenFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}

/** A matrix as Matrix Market text. */
export function matrixMarket({ shape, rowIndex, colIndex, values }: CooMatrix): string {
  const lines = [...values].map((value, k) => `${(rowIndex[k] as number) + 1} ${(colIndex[k] as number) + 1} ${value}`);
  return [
    '%%MatrixMarket matrix coordinate real general',
    `${shape.rows} ${shape.cols} ${values.length}`,
    ...lines,
    '',
  ].join('\n');
}

/** A SuiteSparse archive with one file, `NAME/NAME.mtx`: a header of POSIX tar, the text, zeros to whole blocks. */
export function suiteSparseArchive(name: string, text: string): Uint8Array {
  const size = Buffer.byteLength(text);
  const header = Buffer.alloc(512);
  header.write(`${name}/${name}.mtx`, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(size / 512) * 512);
  body.write(text);
  return new Uint8Array(gzipSync(Buffer.concat([header, body, Buffer.alloc(1024)])));
}
