import type { DenseLayout, Kernel, KernelContext, NativePass, NativeProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS } from '@spmv/core';
import { nativeSuffix, fullPrecisionsOf, valueBytes } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import type { Slab } from './gemm-blocks.ts';
import {
  CHUNK,
  columnGroups,
  evenParts,
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
    const layout = layouts[name] as DenseLayout;
    return { name, ...denseSteps(layout), batch: batch === 1 ? 0 : layout.batchStride };
  };
  const turned = ({ row, col, ...rest }: Steps): Steps => ({ ...rest, row: col, col: row });
  const [A, B, C] = [stepsOf('A'), stepsOf('B'), stepsOf('C')];
  if (C.col === 1) return { m, n, k, batch, left: A, right: B, out: C };
  return { m: n, n: m, k, batch, left: turned(B), right: turned(A), out: turned(C) };
}

/** The matrix of one product is that of all. */
const isShared = ({ batch }: Steps): boolean => batch === 0;

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
  const operands = [left.name, 'scratch.left', right.name, out.name];
  const block = [m, n, k, evenParts(k, MOST_DEPTH), groups];
  const places = [left.row, left.col, left.batch, 0, right.row, right.batch, 0, out.row, out.batch, 0];
  return {
    scratch: { left: { element, length: 2 * CHUNK * MOST_DEPTH, perWorker: true } },
    passes: [
      {
        ...own('gemmFewRows'),
        arguments: [...operands, 'worker', ...block, ...places, 'alpha', 'beta', 'begin', 'end'],
        partition: { unit: 'blocks', count: batch * groups },
      },
    ],
  };
}

/** Panels of A and of B, packed by all, then shares of C. */
function packed({ product, bytes, element, threads, own }: Setting): NativeProgram {
  const { m, n, k, batch, left, right, out } = product;
  const sizes = { m, n, k, batch, sharedLeft: isShared(left), sharedRight: isShared(right) };
  const slabs = slabsOf(sizes, bytes, threads);
  const matrices = ({ count }: Slab, of: Steps): number => (isShared(of) ? 1 : count);
  const room = (lines: number, of: Steps): number =>
    Math.max(...slabs.map((slab) => matrices(slab, of) * packedLines(lines) * slab.steps));
  const passes = slabs.flatMap((slab): readonly NativePass[] => {
    const { first, count, from, steps } = slab;
    const shares = sharesOf(m, n, count);
    const units = (lines: number, of: Steps): number => matrices(slab, of) * packingUnits(lines);
    const ofLeft = [m, left.row, left.col, left.batch, first * left.batch + from * left.col, matrices(slab, left)];
    const ofRight = [n, right.col, right.row, right.batch, first * right.batch + from * right.row];
    const block = [m, n, steps, evenParts(steps, MOST_DEPTH), shares];
    const batches = [left, right].map((of, at) => (isShared(of) ? 0 : packedLines(at === 0 ? m : n) * steps));
    const sides = [left.name, 'scratch.left', ...ofLeft, right.name, 'scratch.right', ...ofRight];
    const operands = ['scratch.left', 'scratch.right', out.name];
    const places = [...batches, out.row, out.batch, first * out.batch];
    return [
      {
        ...own('gemmPack'),
        arguments: [steps, ...sides, matrices(slab, right), 'begin', 'end'],
        partition: { unit: 'lines', count: units(m, left) + units(n, right) },
      },
      {
        ...own('gemmMultiply'),
        arguments: [...operands, ...block, ...places, 'alpha', 'beta', 'begin', 'end'],
        partition: { unit: 'shares of C', count: count * shares },
        // What earlier steps made of C is added to.
        ...(from === 0 ? {} : { set: { beta: 1 } }),
      },
    ];
  });
  return {
    scratch: { left: { element, length: room(m, left) }, right: { element, length: room(n, right) } },
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
  return product.m <= FEW_ROWS && product.right.col === 1 ? fewRows(setting) : packed(setting);
}

/**
 * The dense product of @spmv/gemm, which is named and not imported, as formats are. A and B are packed by all threads; each then keeps
 * tiles of C in registers, a panel of A in its first-level cache, and some of B in its second.
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
