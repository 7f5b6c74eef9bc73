import type { Kernel, KernelContext, NativePass, NativeProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS } from '@spmv/core';
import { fullPrecisionsOf, namedArguments, nativeSuffix, valueBytes } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import type { Slab } from './gemm-blocks.ts';
import {
  CHUNK,
  columnGroups,
  evenParts,
  DEPTH_ALONE,
  MOST_DEPTH,
  packedLines,
  packingUnits,
  sharesOf,
  slabsOf,
} from './gemm-blocks.ts';
import { GOTO } from './sources.ts';

/** So many rows of A read B where it lies, if its columns lie side by side: packing it would take longer than multiplying with it. */
const FEW_ROWS = 16;

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
    const layout = layouts[name];
    return { name, ...denseSteps(layout), batch: batch === 1 ? 0 : layout.batchStride };
  };
  const turned = ({ row, col, ...rest }: Steps): Steps => ({ ...rest, row: col, col: row });
  const [A, B, C] = [stepsOf('A'), stepsOf('B'), stepsOf('C')];
  if (C.col === 1) return { m, n, k, batch, left: A, right: B, out: C };
  return { m: n, n: m, k, batch, left: turned(B), right: turned(A), out: turned(C) };
}

/** The matrix of one product is that of all. */
const isShared = ({ batch }: Steps): boolean => batch === 0;

/** Where C is from its matrix `first` on, and what all functions but that which packs end with. */
function endsOf({ row, batch }: Steps, first = 0): Readonly<Record<string, string | number>> {
  return {
    ld: row,
    outBatch: batch,
    outOrigin: first * batch,
    ...namedArguments(['alpha', 'beta', 'begin', 'end']),
  };
}

/** How a product computes, whatever it packs. */
interface Setting {
  readonly product: Product;
  readonly bytes: number;
  readonly element: 'f64' | 'f32';
  readonly threads: number;
  own(name: string): Pick<NativePass, 'module' | 'export'>;
}

/** A few rows of A, which workers pack for themselves, with B where it lies. */
function fewRows({ product, element, threads, own }: Setting): NativeProgram {
  const { m, n, k, batch, left, right, out } = product;
  const groups = columnGroups(n, batch, threads);
  const operands = { left: left.name, own: 'scratch.left', right: right.name, out: out.name };
  const block = { m, n, steps: k, depth: evenParts(k, MOST_DEPTH), groups };
  const leftPlace = { apart: left.row, next: left.col, leftBatch: left.batch, origin: 0 };
  const rightPlace = { rightNext: right.row, rightBatch: right.batch, rightOrigin: 0 };
  return {
    scratch: { left: { element, length: 2 * CHUNK * MOST_DEPTH, perWorker: true } },
    passes: [
      {
        ...own('gemmFewRows'),
        arguments: { ...operands, worker: 'worker', ...block, ...leftPlace, ...rightPlace, ...endsOf(out) },
        partition: { unit: 'blocks', count: batch * groups },
      },
    ],
  };
}

/** Slabs of a product, and how much of A and of B each has. */
function slabsIn({ product, bytes, threads }: Setting) {
  const { m, n, k, batch, left, right } = product;
  const slabs = slabsOf({ m, n, k, batch, sharedLeft: isShared(left), sharedRight: isShared(right) }, bytes, threads);
  const matrices = ({ count }: Slab, of: Steps): number => (isShared(of) ? 1 : count);
  return {
    slabs,
    matrices,
    room: (lines: number, of: Steps): number =>
      Math.max(...slabs.map((slab) => matrices(slab, of) * packedLines(lines) * slab.steps)),
    /** What gemmPack reads of A and of B, and where it puts them. */
    packing: (slab: Slab, packsLeft: boolean): NativePass['arguments'] => ({
      steps: slab.steps,
      left: left.name,
      leftPacked: 'scratch.left',
      leftLines: packsLeft ? m : 0,
      leftApart: left.row,
      leftNext: left.col,
      leftBatch: left.batch,
      leftOrigin: slab.first * left.batch + slab.from * left.col,
      leftMatrices: packsLeft ? matrices(slab, left) : 0,
      right: right.name,
      rightPacked: 'scratch.right',
      rightLines: n,
      rightApart: right.col,
      rightNext: right.row,
      rightBatch: right.batch,
      rightOrigin: slab.first * right.batch + slab.from * right.row,
      rightMatrices: matrices(slab, right),
      begin: 'begin',
      end: 'end',
    }),
    units: (slab: Slab, lines: number, of: Steps): number => matrices(slab, of) * packingUnits(lines),
    /** From one packed matrix of the batch to the next. */
    batchOf: (slab: Slab, lines: number, of: Steps): number => (isShared(of) ? 0 : packedLines(lines) * slab.steps),
    // What earlier steps made of C is added to.
    set: ({ from }: Slab): Pick<NativePass, 'set'> => (from === 0 ? {} : { set: { beta: 1 } }),
  };
}

/** Panels of A and of B, packed by all, then shares of C. */
function packed(setting: Setting): NativeProgram {
  const { product, element, own } = setting;
  const { m, n, left, right, out } = product;
  const { slabs, room, packing, units, batchOf, set } = slabsIn(setting);
  const passes = slabs.flatMap((slab): readonly NativePass[] => {
    const { first, count, steps } = slab;
    const shares = sharesOf(m, n, count);
    const operands = { left: 'scratch.left', right: 'scratch.right', out: out.name };
    const block = { m, n, steps, depth: evenParts(steps, MOST_DEPTH), shares };
    const places = { leftBatch: batchOf(slab, m, left), rightBatch: batchOf(slab, n, right) };
    return [
      {
        ...own('gemmPack'),
        arguments: packing(slab, true),
        partition: { unit: 'lines', count: units(slab, m, left) + units(slab, n, right) },
      },
      {
        ...own('gemmMultiply'),
        arguments: { ...operands, ...block, ...places, ...endsOf(out, first) },
        partition: { unit: 'shares of C', count: count * shares },
        ...set(slab),
      },
    ];
  });
  return {
    scratch: { left: { element, length: room(m, left) }, right: { element, length: room(n, right) } },
    passes,
  };
}

/** Panels of B; one thread packs each panel of A right before it multiplies with it. */
function alone(setting: Setting): NativeProgram {
  const { product, element, own } = setting;
  const { m, n, left, right, out } = product;
  const { slabs, room, packing, units, batchOf, set } = slabsIn(setting);
  const passes = slabs.flatMap((slab): readonly NativePass[] => {
    const { first, count, from, steps } = slab;
    const operands = { left: left.name, own: 'scratch.left', right: 'scratch.right', out: out.name };
    const block = { m, n, steps, depth: evenParts(steps, DEPTH_ALONE[element]), apart: left.row, next: left.col };
    const origin = first * left.batch + from * left.col;
    const places = { leftBatch: left.batch, origin, rightBatch: batchOf(slab, n, right) };
    return [
      {
        ...own('gemmPack'),
        arguments: packing(slab, false),
        partition: { unit: 'lines', count: units(slab, n, right) },
      },
      {
        ...own('gemmAlone'),
        arguments: { ...operands, ...block, ...places, ...endsOf(out, first) },
        partition: { unit: 'products', count },
        ...set(slab),
      },
    ];
  });
  return {
    scratch: { left: { element, length: CHUNK * MOST_DEPTH }, right: { element, length: room(n, right) } },
    passes,
  };
}

function programOf(build: NativeBuild, context: KernelContext): NativeProgram {
  const product = productOf(context);
  const setting: Setting = {
    product,
    bytes: valueBytes(context),
    element: context.precision.precision === 'f64' ? 'f64' : 'f32',
    threads: context.device.limits['threads'] ?? 1,
    own: (name) => ({ module: FUNCTIONS.href, export: leveled(build, `${name}${nativeSuffix(context)}`) }),
  };
  if (product.m <= FEW_ROWS && product.right.col === 1) return fewRows(setting);
  return setting.threads === 1 ? alone(setting) : packed(setting);
}

/**
 * The dense product of @spmv/gemm, which is named and not imported, as formats are. A and B are packed by all threads, A by a
 * single one as it goes; each then keeps tiles of C in registers, a panel of A in its first-level cache, and some of B in its second.
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
