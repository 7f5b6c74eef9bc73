import type { BundledModule } from '@spmv/kernel-kit';

/** The modules of this package's kernels in JavaScript. */
export type Bundled = Readonly<Record<'csr', BundledModule>>;

/** Everywhere but in workers of Cloudflare (condition `workerd`) they have addresses. */
export const bundled: Bundled | undefined = undefined;
