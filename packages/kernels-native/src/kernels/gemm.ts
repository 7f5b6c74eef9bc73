import type { DenseLayout, Kernel, KernelContext, NativePass, NativeProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS } from '@spmv/core';
import { nativeSuffix, fullPrecisionsOf, valueBytes } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import { GOTO } from './sources.ts';

/** Columns of B that are packed together, as in addon/gemm-inl.h: panels of every set of instructions divide it. */
const CHUNK = 48;
/** Steps of k that are computed at a time: a panel of B over so many fits the first-level cache. */
const DEPTH = 256;
/** Bytes of packed rows of A, which stay in the second-level cache. */
const ROWS_BYTES = 144 * DEPTH * 8;
/** So many rows of A read B where it lies, if its columns lie side by side: packing it would take longer than multiplying with it. */
const FEW_ROWS = 16;
/** Bytes of packed matrices B at a time. */
const PACKED_BYTES = 2 ** 28;
/** Blocks of C that every thread should have: one more or less is then little. */
const BLOCKS_EACH = 4;

/** A matrix where it lies: elements from one row to the next, from one column to the next, and from one of the batch to the next. */
interface Steps {
  readonly name: string;
  readonly row: number;
  readonly col: number;
  readonly batch: number;
}

/** A product whose result lies by rows: out (m × n) ← alpha·left (m × k)·right (k × n) + beta·out. */
interface Product {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly left: Steps;
  readonly right: Steps;
  readonly out: Steps;
}

/** The product with its result by rows: C by columns is Cᵀ by rows, and Cᵀ = BᵀAᵀ. */
function productOf({ layouts, sizes }: KernelContext): Product {
  const { m = 0, n = 0, k = 0, batch = 1 } = sizes;
  const stepsOf = (name: string): Steps => {
    const layout = layouts[name] as DenseLayout;
    return { name, ...denseSteps(layout), batch: batch === 1 ? 0 : layout.batchStride };
  };
  const turned = ({ row, col, ...rest }: Steps): Steps => ({ ...rest, row: col, col: row });
  const [A, B, C] = [stepsOf('A'), stepsOf('B'), stepsOf('C')];
  if (C.col === 1) return { m, n, k, batch, left: A, right: B, out: C };
  return { m: n, n: m, k, batch, left: turned(B), right: turned(A), out: turned(C) };
}

/** What is packed at once: some products of the batch, over some steps of k. */
interface Slab {
  readonly first: number;
  readonly count: number;
  readonly from: number;
  readonly steps: number;
}

/** As many products as there is room for with all of k, at least one. */
function slabsOf({ n, k, batch, right }: Product, bytes: number): readonly Slab[] {
  const line = Math.ceil(n / CHUNK) * CHUNK * bytes;
  const steps = Math.min(k, Math.max(DEPTH, Math.floor(PACKED_BYTES / line / DEPTH) * DEPTH));
  const each = right.batch === 0 ? batch : Math.max(1, Math.floor(PACKED_BYTES / (line * k)));
  const slabs: Slab[] = [];
  for (let first = 0; first < batch; first += each) {
    for (let from = 0; from < k; from += steps)
      slabs.push({ first, count: Math.min(each, batch - first), from, steps: Math.min(steps, k - from) });
  }
  return slabs;
}

function programOf(build: NativeBuild, context: KernelContext): NativeProgram {
  const product = productOf(context);
  const { m, n, left, right, out } = product;
  const bytes = valueBytes(context);
  const element = context.precision.precision === 'f64' ? 'f64' : 'f32';
  const threads = context.device.limits['threads'] ?? 1;
  const [chunks, height] = [Math.ceil(n / CHUNK), ROWS_BYTES / DEPTH / bytes];
  const own = (name: string): Pick<NativePass, 'module' | 'export'> => ({
    module: FUNCTIONS.href,
    export: leveled(build, `${name}${nativeSuffix(context)}`),
  });
  const isDirect = m <= FEW_ROWS && right.col === 1;
  const slabs = slabsOf(product, bytes);
  const passes = slabs.flatMap(({ first, count, from, steps }): readonly NativePass[] => {
    const packed = right.batch === 0 ? 1 : count;
    const rowBlocks = Math.ceil(m / height);
    // Groups of columns, each of which packs its rows of A anew.
    const groups = threads === 1 ? 1 : Math.min(chunks, Math.ceil((BLOCKS_EACH * threads) / (rowBlocks * count)));
    const panels = [n, steps, right.col, right.row, right.batch, first * right.batch + from * right.row];
    const operands = [left.name, 'scratch.left', isDirect ? right.name : 'scratch.right', out.name];
    const block = [m, n, steps, height, DEPTH, groups];
    const ofLeft = [left.row, left.col, left.batch, first * left.batch + from * left.col];
    const ofPacked = right.batch === 0 ? 0 : chunks * CHUNK * steps;
    const ofRight = isDirect ? [right.row, first * right.batch + from * right.row] : [0, 0];
    const places = [...ofLeft, isDirect ? right.batch : ofPacked, out.row, out.batch, first * out.batch, ...ofRight];
    const pack: NativePass[] = [
      {
        ...own('gemmPack'),
        arguments: [right.name, 'scratch.right', ...panels, 'begin', 'end'],
        partition: { unit: 'chunks of columns', count: packed * chunks },
      },
    ];
    return [
      ...(isDirect ? [] : pack),
      {
        ...own('gemmMultiply'),
        arguments: [...operands, 'worker', ...block, ...places, 'alpha', 'beta', 'begin', 'end'],
        partition: { unit: 'blocks', count: count * rowBlocks * groups },
        // What earlier steps made of C is added to.
        ...(from === 0 ? {} : { set: { beta: 1 } }),
      },
    ];
  });
  const room = slabs.map(({ count, steps }) => (right.batch === 0 ? 1 : count) * chunks * CHUNK * steps);
  return {
    scratch: {
      left: { element, length: (height + CHUNK) * DEPTH, perWorker: true },
      ...(isDirect ? {} : { right: { element, length: Math.max(...room) } }),
    },
    passes,
  };
}

/**
 * The dense product of @spmv/gemm, which is named and not imported, as formats are. B is packed by all threads; each packs the rows of A that it
 * multiplies with it, and keeps a tile of C in registers.
 */
export function gemmKernels(build: NativeBuild): readonly Kernel<'native'>[] {
  return [
    {
      kind: 'kernel',
      id: 'native/gemm-packed',
      operation: 'gemm',
      target: 'native',
      title: 'Packed panels, tiles of 4 or 8 rows and 3 vectors in registers',
      sources: [GOTO],
      precisions: fullPrecisionsOf('native'),
      reproducibility: 'run-to-run',
      requires: ['node-api'],
      params: NO_PARAMS,
      program: (context) => programOf(build, context),
    },
  ];
}
