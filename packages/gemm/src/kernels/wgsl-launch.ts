import type { GpuSource, Kernel, Params, WgslBinding, WgslDispatch } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import type { CanonicalProduct } from './canonical.ts';
import type { GemmKernelParts } from './gemm-kernel.ts';
import { gemmKernel } from './gemm-kernel.ts';

/** A kernel in WGSL. */
export function wgslGemm<P extends Params>(own: GemmKernelParts<'wgsl', P>): Kernel<'wgsl', P> {
  return gemmKernel('wgsl', own);
}

/** launch.wgsl, whose uniform is `launchNumbers`. */
export const launchText = (): GpuSource => ({
  kind: 'url',
  url: new URL('../../src/kernels/launch.wgsl', import.meta.url).href,
});

/** The words of `Launch` in launch.wgsl. */
function launchNumbers({ m, n, k, batch, left, right, out }: CanonicalProduct): readonly number[] {
  const [l, r] = [denseSteps(left), denseSteps(right)];
  return [
    [m, n, k, batch],
    [l.row, l.col, left.batchStride],
    [r.row, r.col, right.batchStride],
    [out.leadingDimension, out.batchStride],
  ].flat();
}

/** A dispatch with left, right and out at bindings 1 to 3 and the numbers at 4. */
export function productDispatch(
  product: CanonicalProduct,
  own: Pick<WgslDispatch, 'entryPoint' | 'constants' | 'groups'>,
): WgslDispatch {
  const bindings: readonly WgslBinding[] = [
    { buffer: product.left.name, access: 'read' },
    { buffer: product.right.name, access: 'read' },
    { buffer: product.out.name, access: 'read_write' },
  ];
  return { ...own, bindings, numbers: launchNumbers(product) };
}
