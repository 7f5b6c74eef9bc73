import type { Kernel, KernelContext, NativePass, NativeProgram } from '@spmv/core';
import { denseSteps, NO_PARAMS } from '@spmv/core';
import { fullPrecisionsOf, namedArguments, nativeSuffix, valueBytes } from '@spmv/kernel-kit';
import type { NativeBuild } from './build.ts';
import { FUNCTIONS, leveled } from './build.ts';
import { CHUNK, columnGroups, evenParts, MOST_DEPTH, packingRoom } from './gemm-blocks.ts';
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

/** Where C is, and what the functions end with. */
function endsOf({ row, batch }: Steps): Readonly<Record<string, string | number>> {
  return { ld: row, outBatch: batch, ...namedArguments(['alpha', 'beta', 'begin', 'end']) };
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
  const leftPlace = { leftApart: left.row, leftNext: left.col, leftBatch: left.batch };
  const rightPlace = { rightNext: right.row, rightBatch: right.batch };
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

/** Blocks of C, for each of which a thread packs what it multiplies. */
function blocks({ product, bytes, element, own }: Setting): NativeProgram {
  const { m, n, k, batch, left, right, out } = product;
  const depth = evenParts(k, MOST_DEPTH);
  const room = packingRoom(n, depth, bytes);
  const operands = { left: left.name, right: right.name, own: 'scratch.own', out: out.name };
  const cut = { workers: 'workers', room, m, n, batch, steps: k, depth };
  const leftPlace = { leftApart: left.row, leftNext: left.col, leftBatch: left.batch };
  const rightPlace = { rightApart: right.col, rightNext: right.row, rightBatch: right.batch };
  return {
    scratch: { own: { element, length: room, perWorker: true } },
    passes: [
      {
        ...own('gemmBlocks'),
        arguments: { ...operands, ...cut, ...leftPlace, ...rightPlace, ...endsOf(out) },
        partition: { unit: 'workers', count: 'workers' },
      },
    ],
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
  return blocks(setting);
}

/**
 * The dense product of @spmv/gemm, which is named and not imported, as formats are. Each thread computes blocks of C with what it packs
 * for itself: it keeps tiles of C in registers, a panel of A in its first-level cache, and columns of B in its second.
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
