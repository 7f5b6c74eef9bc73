import { createGzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WriteOptions, writeMatrixMarket as Write } from '@spmv/mmio';
import { writeStream, writeWhole } from './write-file.ts';

/** What @spmv/mmio can write. */
export type Writable = Parameters<typeof Write>[0];

/** The chunks as gzip; an error of theirs ends the stream with it. */
function compressed(chunks: Iterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const gzip = createGzip();
  pipeline(Readable.from(chunks), gzip).catch((error: unknown) => gzip.destroy(error as Error));
  return gzip;
}

/** Writes Matrix Market text whole: gzip when the name ends in .gz, `-` for standard output. */
export async function writeMatrixFile(path: string, matrix: Writable, options: WriteOptions = {}): Promise<void> {
  const { writeMatrixMarket } = await import('@spmv/mmio');
  const chunks = writeMatrixMarket(matrix, options);
  if (path === '-') {
    await writeStream(process.stdout, chunks);
    return;
  }
  await writeWhole(path, path.endsWith('.gz') ? compressed(chunks) : chunks);
}
