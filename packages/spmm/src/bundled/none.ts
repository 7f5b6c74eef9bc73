import type { BundledModule } from '@spmv/kernel-kit';

/** The modules of this package's kernels in JavaScript. */
export type Bundled = Readonly<Record<'complex' | 'csrTransposed' | 'packed' | 'storedRows', BundledModule>>;

/** Everywhere but in workers of Cloudflare (condition `workerd`) they have addresses. */
export const bundled: Bundled | undefined = undefined;
