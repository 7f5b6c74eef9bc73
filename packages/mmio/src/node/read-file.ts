import type { MatrixMarketFile } from '../model/file.ts';
import type { MatrixMarketHeader } from '../model/header.ts';
import type { ReadOptions } from '../model/options.ts';
import { readOpenHeader, readOpenSource } from '../read/read-matrix-market.ts';
import { openFile } from './file-chunks.ts';
import { inflateNode } from './inflate-node.ts';

/** As `readMatrixMarket`, from a file: `.mtx`, `.mtx.gz` or a SuiteSparse `.tar.gz`, whatever its name. Errors: those of opening it too. */
export async function readMatrixMarketFile(path: string, options: ReadOptions = {}): Promise<MatrixMarketFile> {
  const named = { name: path, ...options };
  return readOpenSource(await openFile(path), named, inflateNode);
}

/** The header of a file, reading no further than its size line. */
export async function readMatrixMarketFileHeader(path: string, options: ReadOptions = {}): Promise<MatrixMarketHeader> {
  return readOpenHeader(await openFile(path), { name: path, ...options }, inflateNode);
}
