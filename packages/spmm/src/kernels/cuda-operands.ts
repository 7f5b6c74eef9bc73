import type { Axis, CudaLaunch, CudaModule, KernelContext, KernelPrecision, Params } from '@spmv/core';
import { denseSteps, SpmvError } from '@spmv/core';
import { COUNT_LIMIT, cudaArguments, numberModules, sumsAsStored, valueBytes } from '@spmv/kernel-kit';

/** Where kernels gather rows of X: from X as it lies, or from a copy of it by rows, made first. */
export type Gather = 'direct' | 'rows';

export interface GatherParams extends Params {
  readonly gather: Gather;
  /** Columns of X and Y that a group of lanes has at once. */
  readonly tile: number;
  /** Packs of neighbouring columns that a lane has. */
  readonly packs: number;
}

export const gatherAxis: Axis<Gather> = {
  values: ['direct', 'rows'],
  default: 'direct',
  doc: 'Where rows of X are gathered: from X as it lies, or from a copy of it by rows that is made first.',
};
export const tileAxis: Axis<number> = {
  values: [1, 2, 4, 8, 16, 32, 64, 128],
  default: 8,
  doc: 'Columns of X and Y of one pass over the entries; A is read once for each tile of them.',
};
export const packsAxis: Axis<number> = {
  values: [1, 2],
  default: 1,
  doc: 'Loads of up to 16 bytes of a row of X that each lane has; fewer lanes share an entry where it is 2.',
};

export const threadsPerRowAxis: Axis<number> = {
  values: [1, 2, 4, 8],
  default: 1,
  doc: "Lanes that share the entries of a row, for each pack of its columns (the papers' T).",
};

/** Sums in the type of the values. */
export const SUMS_AS_STORED: readonly KernelPrecision[] = sumsAsStored('cuda');

/** The builds of a source of this package for the numbers of a product. */
export function spmmModules(context: KernelContext, stem: string): readonly CudaModule[] {
  return numberModules(context, import.meta.url, stem);
}

/** Threads of a block, no more than the kernels were compiled for (`kMostThreads`). */
export const spmmBlockSizeAxis: Axis<number> = {
  values: [64, 128, 256, 512],
  default: 128,
  doc: "Threads per block (the papers' BS).",
};

const LANES = 32;

/** X, Y and how lanes divide their columns, as spmm.cuh has it. */
export interface SpmmOperands {
  /** Columns of a pack. */
  readonly pack: number;
  readonly packs: number;
  readonly lanesLog: number;
  /** Columns of a group, and how many groups have all of them. */
  readonly width: number;
  readonly columnTiles: number;
  /** X, or its copy. */
  readonly x: string;
  /** From row to row and from column to column. */
  readonly steps: Readonly<Record<'xRow' | 'xCol' | 'yRow' | 'yCol', { readonly i64: number }>>;
  readonly vectors: number;
  /** What has to be launched first, and the memory it fills. */
  readonly before: readonly CudaLaunch[];
  readonly scratch: Readonly<Record<string, number>>;
}

/** The least power of two that is no less. */
function powerAbove(count: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, count)));
}

function vectorsOf({ sizes }: Pick<KernelContext, 'sizes'>): number {
  return sizes['vectors'] ?? 1;
}

function layout(context: KernelContext, name: 'X' | 'Y'): NonNullable<KernelContext['layouts'][string]> {
  const found = context.layouts[name];
  if (!found) throw new RangeError(`a product of several vectors has a layout ${name}`);
  return found;
}

/** Most numbers that a load of 16 bytes has. */
function widest(context: KernelContext): number {
  return 16 / valueBytes(context);
}

/** How many columns a lane loads at once: as many as 16 bytes have, where all rows of X divide into them. */
function packOf(context: KernelContext, gather: Gather): number {
  const vectors = vectorsOf(context);
  const { order, leadingDimension } = layout(context, 'X');
  if (gather === 'rows') return Math.min(widest(context), powerAbove(vectors));
  if (order === 'column') return 1;
  let pack = widest(context);
  while (vectors % pack > 0 || leadingDimension % pack > 0) pack /= 2;
  return pack;
}

/** Of a copy: rows of whole packs. */
function copyStep(context: KernelContext): number {
  const pack = packOf(context, 'rows');
  return Math.ceil(vectorsOf(context) / pack) * pack;
}

const COPY_BLOCK = 256;

/** Columns that one thread of `spmm_rows` copies: 32 bytes. */
function copyLaunch(context: KernelContext): CudaLaunch {
  const { rows } = layout(context, 'X');
  const { row, col } = denseSteps(layout(context, 'X'));
  const each = 2 * widest(context);
  return {
    entryPoint: `spmm_rows_${context.precision.precision}`,
    grid: [Math.ceil(rows / COPY_BLOCK), Math.ceil(vectorsOf(context) / each), 1],
    block: [COPY_BLOCK, 1, 1],
    sharedBytes: 0,
    arguments: {
      ...cudaArguments(['x = X', 'to = scratch.x'], { rows, vectors: vectorsOf(context) }),
      xRow: { i64: row },
      xCol: { i64: col },
      step: { i64: copyStep(context) },
    },
  };
}

/** X, Y and lanes of a product with these parameters. */
export function operandsOf(context: KernelContext, { gather, tile, packs }: GatherParams): SpmmOperands {
  const vectors = vectorsOf(context);
  const pack = packOf(context, gather);
  const wanted = Math.min(tile, powerAbove(vectors));
  const lanes = Math.min(LANES, Math.max(1, wanted / pack / packs));
  const width = lanes * pack * packs;
  const x = denseSteps(layout(context, 'X'));
  const y = denseSteps(layout(context, 'Y'));
  const copied = gather === 'rows';
  return {
    pack,
    packs,
    lanesLog: Math.log2(lanes),
    width,
    columnTiles: Math.ceil(vectors / width),
    x: copied ? 'scratch.x' : 'X',
    steps: {
      xRow: { i64: copied ? copyStep(context) : x.row },
      xCol: { i64: copied ? 1 : x.col },
      yRow: { i64: y.row },
      yCol: { i64: y.col },
    },
    vectors,
    before: copied ? [copyLaunch(context)] : [],
    scratch: copied ? { x: layout(context, 'X').rows * copyStep(context) * valueBytes(context) } : {},
  };
}

/** By rows X is gathered as it lies. By columns a row of it is a sector for each number, which a copy saves from few columns on. */
export function suggestGather(context: KernelContext): Gather {
  return layout(context, 'X').order === 'column' && vectorsOf(context) > 2 ? 'rows' : 'direct';
}

/** Half a kilobyte of X at most: what 32 lanes load at once by 16 bytes. */
export function suggestTile(context: KernelContext): number {
  return Math.min(powerAbove(vectorsOf(context)), LANES * packOf(context, suggestGather(context)));
}

/** Two packs a lane where a row of X has `bytes` bytes: fewer lanes share an entry, whose column and value are read the less often. */
export function suggestPacks(context: KernelContext, bytes: number): number {
  const tile = suggestTile(context);
  const wide = tile * valueBytes(context) >= bytes && tile >= 2 * packOf(context, suggestGather(context));
  return wide ? 2 : 1;
}

/** Partial sums of split rows, empty at first: a number for each slot and column. The last part of a row has the number after those before it. */
export function partialsOf(places: Int32Array, context: KernelContext, params: GatherParams): Int32Array {
  const { columnTiles, width } = operandsOf(context, params);
  const slots = places.at(-2) ?? 0;
  return new Int32Array((slots * columnTiles * width * valueBytes(context)) / 4);
}

/** Why a product has no such tiles, or `undefined`. */
export function tileObstacle({ gather, tile, packs }: GatherParams, context: KernelContext): string | undefined {
  const all = powerAbove(vectorsOf(context));
  if (tile > all && tile > 1) return `a tile of ${tile} columns is more than the ${vectorsOf(context)} vectors`;
  const pack = packOf(context, gather);
  if (packs * pack > Math.max(tile, pack)) return `a tile of ${tile} columns is less than ${packs} packs of ${pack}`;
  const most = LANES * packs * pack;
  if (tile > most) return `32 lanes have ${most} columns, not ${tile}`;
  return undefined;
}

/** Why rows of X cannot be loaded by 32 bits of distance, as whole-rows.cuh does, or `undefined`. */
export function stepObstacle(context: KernelContext, params: GatherParams): string | undefined {
  const bytes = operandsOf(context, params).steps.xRow.i64 * valueBytes(context);
  return bytes >= 2 ** 32 ? `rows of X are ${bytes} bytes apart, more than 32 bits count` : undefined;
}

/** The power of two next below `wanted` entries of a tile, no less than `least` and no more than `most`. */
export function suggestCapacity(wanted: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, 2 ** Math.floor(Math.log2(Math.max(1, wanted)))));
}

/** Refuses a copy of X that the kernels of rows cannot count, and what is no number of 32 bits. Errors: `KERNEL.REFUSED`. */
export function checkRows(kernel: string, context: KernelContext): void {
  const counted = { 'rows of X': layout(context, 'X').rows, 'rows of Y': layout(context, 'Y').rows };
  for (const [what, count] of Object.entries(counted)) {
    if (count <= COUNT_LIMIT) continue;
    throw new SpmvError(
      'KERNEL.REFUSED',
      `Kernel '${kernel}' can count to ${COUNT_LIMIT}, but there are ${count} ${what}.`,
      {
        fix: 'Divide the matrix into blocks.',
        details: { kernel, what, count, limit: COUNT_LIMIT },
      },
    );
  }
}
