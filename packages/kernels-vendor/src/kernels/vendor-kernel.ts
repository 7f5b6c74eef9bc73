import type { Kernel, KernelContext, NativeArgument, NativeProgram } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { fullPrecisionsOf, unbundledUrl } from '@spmv/kernel-kit';

type VendorKernel = Kernel<'native', Record<never, never>>;

/** What a kernel of a library declares; the rest has its usual value where it is not said. */
export type VendorParts = Pick<VendorKernel, 'id' | 'operation' | 'title' | 'sources'> &
  Partial<VendorKernel> & {
    /** Name of the function without its precision. */
    readonly function: string;
    /** Its arguments. Errors: `KERNEL.REFUSED`, where the library has no such product. */
    arguments(context: KernelContext): readonly NativeArgument[];
  };

/** The module that knows the functions. */
const FUNCTIONS: URL = unbundledUrl('../functions.ts', import.meta.url);

/**
 * A whole product by one call. Its threads are the library's own, as many as the backend says, so the product is one unit: the calling thread makes the
 * call, and the backend's own threads sleep.
 */
export function vendorKernel({ function: name, arguments: argumentsOf, ...parts }: VendorParts): VendorKernel {
  return {
    kind: 'kernel',
    target: 'native',
    precisions: fullPrecisionsOf('native'),
    reproducibility: 'none',
    requires: ['node-api'],
    vendor: true,
    params: NO_PARAMS,
    program: (context): NativeProgram => ({
      passes: [
        {
          module: FUNCTIONS.href,
          export: `${name}${context.precision.precision === 'f64' ? 'F64' : 'F32'}`,
          arguments: argumentsOf(context),
          partition: { unit: 'products', count: 1 },
        },
      ],
    }),
    ...parts,
  };
}
