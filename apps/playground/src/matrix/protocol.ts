import type { Bandwidths, CooMatrix, HistogramBin, RowStatistics, Shape } from '@spmv/core';
import type { PageMatrixSource } from './source.ts';
import type { PageStorageRow } from './storage-rows.ts';
import type { DensityTile, TileAddress } from './density-tiles.ts';
import type { EntryWindow, WindowRequest } from './entry-window.ts';

/** What is known of a matrix once it is read. */
export interface MatrixSummary {
  readonly name: string;
  readonly shape: Shape;
  readonly nnz: number;
  /** What its file says of itself: field, symmetry, title; empty where it says nothing. */
  readonly facts: readonly string[];
  /** What is odd about its file. */
  readonly warnings: readonly string[];
  readonly readMs: number;
  /** The tile that shows all of it: a first picture, and what densities are shaded by. */
  readonly overview: DensityTile;
}

/** How far reading has come. */
export interface LoadProgress {
  /** Bytes of the source read so far, and all of them where that is known. */
  readonly bytes: number;
  readonly totalBytes?: number;
  readonly entries: number;
  readonly totalEntries?: number;
}

/** Lines of a file around the place at fault. */
export interface ErrorPlace {
  readonly line: number;
  readonly column: number;
  /** Number and text of the lines before, at and after the place. */
  readonly lines: readonly { readonly line: number; readonly text: string; readonly offset: number }[];
}

/** Why a matrix could not be read, or a request not be answered. */
export interface MatrixFault {
  readonly code: string;
  readonly message: string;
  readonly fix?: string;
  readonly place?: ErrorPlace;
  /** The line that the file may lack: it can be read as if it stood there. */
  readonly banner?: string;
}

/** What can be asked of a loaded matrix: what is asked, and what is answered. */
export interface Requests {
  /** Entries of a part of the matrix, at most so many. */
  readonly window: readonly [request: WindowRequest, reply: EntryWindow];
  /** How many entries are in each cell of a tile. */
  readonly tile: readonly [request: TileAddress, reply: DensityTile];
  /** How large the entries in each cell of a tile are, as `sizeTile` has them. */
  readonly sizes: readonly [request: TileAddress, reply: Float32Array];
  readonly statistics: readonly [request: null, reply: MatrixFigures];
  /** Most of the time that statistics take: asked for by itself, so that others need not wait. */
  readonly symmetry: readonly [request: null, reply: Symmetry];
  /** What each format would store. */
  readonly storage: readonly [request: { readonly maxBytes: number }, reply: readonly PageStorageRow[]];
  /** A copy of all entries, handed over without being copied again. */
  readonly coo: readonly [request: null, reply: CooMatrix];
}

/** Share in 0..1 of the entries beside the diagonal whose mirror image is stored, and of those where it is equal, too. */
export interface Symmetry {
  readonly pattern: number;
  readonly value: number;
}

/** How large entries are: the least and the largest |aᵢⱼ| of those that are finite and not zero, both 0 where there is none; and how many are neither. */
export interface EntrySizes {
  readonly least: number;
  readonly most: number;
  readonly zeros: number;
  readonly notFinite: number;
}

/** A row that is far longer than most. */
export interface LongRow {
  readonly row: number;
  readonly length: number;
  /** First of the 32 rows of its warp, where each lane has a row. */
  readonly warpRow: number;
  /** Entries of the longest other row of them. */
  readonly nextLength: number;
  /** First of 32 neighbouring columns in which most is waited for it: what is small enough to be stepped through. */
  readonly col: number;
}

/** Statistics of the papers but those of symmetry, and how many rows have how many entries. */
export interface MatrixFigures {
  readonly sizes: EntrySizes;
  /** The longest first. */
  readonly longRows: readonly LongRow[];
  readonly statistics: RowStatistics & Bandwidths;
  readonly histogram: readonly HistogramBin[];
}

/** A message to the worker: first one `load`, then requests. */
export type ToWorker =
  | { readonly kind: 'load'; readonly source: PageMatrixSource }
  | { readonly kind: 'ask'; readonly id: number; readonly what: keyof Requests; readonly request: unknown };

/** A message from the worker. */
export type FromWorker =
  | { readonly kind: 'progress'; readonly progress: LoadProgress }
  | { readonly kind: 'loaded'; readonly summary: MatrixSummary }
  | { readonly kind: 'failed'; readonly problem: MatrixFault }
  | { readonly kind: 'answer'; readonly id: number; readonly reply: unknown }
  | { readonly kind: 'refused'; readonly id: number; readonly problem: MatrixFault };
