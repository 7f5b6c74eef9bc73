import type { BundledModule } from '@spmv/kernel-kit';

/** The modules of this package's kernels in JavaScript. Everywhere but in workers of Cloudflare (condition `workerd`) they have addresses. */
export const bundled: Readonly<Record<'complex' | 'csr', BundledModule>> | undefined = undefined;
