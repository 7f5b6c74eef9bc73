import type { Kernel, KernelContext, WasmPass, WasmProgram } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import type { WasmBuild } from '@spmv/kernel-kit';
import { precisionsOf, wasmModules } from '@spmv/kernel-kit';
import { GOTO } from '../sources.ts';
import { fewPasses } from './few-passes.ts';
import { fewPlan } from './few-plan.ts';
import { measuredParams } from '../points/measured-point.ts';
import { PACKED_POINTS } from '../points/packed-points.ts';
import type { PackedGemmParams, PackedPlan, PackedSlab } from './packed-plan.ts';
import { isShared, PACKED_AXES, packedPlan } from './packed-plan.ts';

const ID = 'wasm/gemm-packed';

/** A pass without what all have in common. */
type Pass = Pick<WasmPass, 'export' | 'arguments' | 'partition' | 'set'>;

/** Elements from one line to the next, rows of the left matrix or columns of the right, and from one step of k to the next. */
function lineSteps({ product: { left, right } }: PackedPlan): Record<'left' | 'right', readonly [number, number]> {
  const [l, r] = [denseSteps(left), denseSteps(right)];
  return { left: [l.row, l.col], right: [r.col, r.row] };
}

function packPass(plan: PackedPlan, side: 'left' | 'right', { first, count, from, steps }: PackedSlab): Pass {
  const { product, depth, rowPanels, colPanels } = plan;
  const { name, batchStride, rows, cols } = product[side];
  const [line, step] = lineSteps(plan)[side];
  const [lines, panels] = side === 'left' ? [rows, rowPanels] : [cols, colPanels];
  const matrices = isShared(product[side]) ? 1 : count;
  const origin = first * batchStride + from * step;
  return {
    export: side === 'left' ? 'packLeft' : 'packRight',
    arguments: [name, `scratch.${side}`, 'begin', 'end', lines, steps, depth, line, step, batchStride, origin],
    partition: { unit: 'panels', count: matrices * Math.ceil(steps / depth) * panels },
  };
}

function multiplyPass(plan: PackedPlan, { first, count, steps }: PackedSlab): Pass {
  const { product, depth, groups, colPanels } = plan;
  const { m, n, left, right, out } = product;
  const origin = first * out.batchStride;
  const numbers = [m, n, steps, depth, out.leadingDimension, out.batchStride, origin, groups];
  const ownPanels = [left, right].map((matrix) => (isShared(matrix) ? 0 : 1));
  return {
    export: 'multiply',
    arguments: ['scratch.left', 'scratch.right', out.name, 'alpha', 'beta', 'begin', 'end', ...numbers, ...ownPanels],
    partition: { unit: 'column panels', count: count * groups * colPanels },
  };
}

function directPass(plan: PackedPlan): Pass {
  const { m, n, k, batch, left, right, out } = plan.product;
  const steps = lineSteps(plan);
  const [leftBatch, rightBatch] = [left, right].map(({ batchStride }) => (batch === 1 ? 0 : batchStride));
  const operands = [left.name, right.name, out.name, 'scratch.panels', 'worker', 'alpha', 'beta', 'begin', 'end'];
  const numbers = [m, n, k, ...steps.left, leftBatch ?? 0, ...steps.right, rightBatch ?? 0];
  return {
    export: 'products',
    arguments: [...operands, ...numbers, out.leadingDimension, out.batchStride],
    partition: { unit: 'products', count: batch },
  };
}

function passesOf(plan: PackedPlan): readonly Pass[] {
  if (plan.direct) return [directPass(plan)];
  return plan.slabs.flatMap((slab) => [
    packPass(plan, 'left', slab),
    packPass(plan, 'right', slab),
    // What earlier steps made of C is added to.
    { ...multiplyPass(plan, slab), ...(slab.from === 0 ? {} : { set: { beta: 1 } }) },
  ]);
}

/** What of a program a way of computing decides. */
function planned(
  context: KernelContext,
  params: PackedGemmParams,
): Pick<WasmProgram, 'scratch'> & { passes: readonly Pass[] } {
  const { precision } = context.precision;
  const element = precision === 'f64' ? 'f64' : 'f32';
  const few = fewPlan(context, params.few);
  if (few) {
    const { ownElements, sumElements, slices } = few;
    const sums = slices === 1 ? {} : { sums: { element, length: sumElements } as const };
    return { passes: fewPasses(few), scratch: { own: { element, length: ownElements, perWorker: true }, ...sums } };
  }
  const plan = packedPlan(ID, context, params);
  const { direct, leftElements, rightElements } = plan;
  const scratch = direct
    ? { panels: { element, length: rightElements, perWorker: true } as const }
    : { left: { element, length: leftElements } as const, right: { element, length: rightElements } as const };
  return { passes: passesOf(plan), scratch };
}

function programOf(context: KernelContext, params: PackedGemmParams, build: WasmBuild): WasmProgram {
  const modules = wasmModules(
    {
      simd: new URL('../../dist/wasm/simd.wasm', import.meta.url),
      relaxedSimd: new URL('../../dist/wasm/relaxed-simd.wasm', import.meta.url),
    },
    build,
  );
  const { passes, scratch = {} } = planned(context, params);
  const type = context.precision.precision === 'f64' ? 'F64' : 'F32';
  return { passes: passes.map((pass) => ({ ...pass, modules, export: `${pass.export}${type}` })), scratch };
}

/**
 * Packed panels and tiles of six rows by two vectors in registers. Matrices are packed first, by all threads, in the order in which tiles read them.
 * Packing costs what reading costs, so it is left out where that would be noticed: small products are read where they lie, and with
 * few rows or columns of C the larger matrix is streamed once.
 */
export function wasmPacked(build: WasmBuild = {}): Kernel<'wasm', PackedGemmParams> {
  return {
    kind: 'kernel',
    id: ID,
    operation: 'gemm',
    target: 'wasm',
    title: 'Packed panels, tiles of 6 rows and 2 vectors in registers',
    sources: [GOTO],
    precisions: precisionsOf('wasm'),
    reproducibility: 'run-to-run',
    requires: [],
    params: {
      axes: PACKED_AXES,
      suggest: ({ precision: { precision } }) => measuredParams(PACKED_POINTS, precision),
    },
    program: (context, params) => programOf(context, params, build),
  };
}
