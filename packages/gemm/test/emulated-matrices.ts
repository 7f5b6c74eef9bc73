import type { Kernel, KernelContext, SubgroupMatrix } from '@spmv/core';
import type { MatrixDialect } from '../src/wgsl/matrix-dialect.ts';
import type { MatrixShape } from '../src/wgsl/matrix-shape.ts';
import { createMatrixKernel } from '../src/kernels/wgsl-matrix.ts';

/** The subgroups of the software adapter have so many threads. */
const LANES = 4;
const UNIT: SubgroupMatrix = { component: 'f16', result: 'f32', m: 16, n: 16, k: 8 };
const SHARE = (UNIT.m * UNIT.n) / LANES;

/** sums += left right, each thread its share; what is loaded are places in memory, which holds eight terms a word. */
function multiplied(left: string, right: string): string {
  return `fn multiplied(a: vec2<u32>, x: vec2<u32>, lane: u32, sums: ptr<function, array<f32, ${SHARE}>>) {
  for (var s = 0u; s < ${SHARE}u; s++) {
    let e = s * ${LANES}u + lane;
    let row = ${left}[a.x + e / ${UNIT.n}u * a.y];
    let column = ${right}[x.x + e % ${UNIT.n}u * x.y];
    var sum = (*sums)[s];
    for (var w = 0u; w < 4u; w++) {
      sum += dot(unpack2x16float(row[w]), unpack2x16float(column[w]));
    }
    (*sums)[s] = sum;
  }
}
fn stored(offset: u32, lane: u32, sums: ptr<function, array<f32, ${SHARE}>>) {
  for (var s = 0u; s < ${SHARE}u; s++) {
    results[offset + s * ${LANES}u + lane] = (*sums)[s];
  }
}`;
}

/** Subgroup matrices for an adapter without. */
function emulated(left: string, right: string): MatrixDialect {
  return {
    enable: ['subgroups'],
    declarations: () => multiplied(left, right),
    result: () => `array<f32, ${SHARE}>`,
    load: (_unit, _side, _memory, offset, stride) => `vec2<u32>(${offset}, ${stride})`,
    multiplyAdd: (a, x, sum) => `multiplied(${a}, ${x}, lane, &${sum});`,
    store: (_unit, _memory, offset, sum) => `stored(${offset}, lane, &${sum});`,
  };
}

/** The kernel of f32 in pieces on a software adapter. */
export function emulatedKernel(through: 'workgroup' | 'cache'): Kernel {
  const kernel = createMatrixKernel(
    2,
    through === 'workgroup' ? emulated('tiles', 'tiles') : emulated('leftPieces', 'rightPieces'),
  );
  const on = (context: KernelContext): KernelContext => ({
    ...context,
    device: { ...context.device, subgroupMatrices: [UNIT] },
  });
  const { suggest, reject } = kernel.params;
  return {
    ...kernel,
    requires: [],
    params: {
      ...kernel.params,
      ...(suggest ? { suggest: (context: KernelContext) => suggest(on(context)) } : {}),
      ...(reject ? { reject: (params: MatrixShape, context: KernelContext) => reject(params, on(context)) } : {}),
    },
    program: (context: KernelContext, params: MatrixShape) => kernel.program(on(context), params),
  } as unknown as Kernel;
}
