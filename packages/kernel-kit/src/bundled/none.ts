import type { BundledModule } from '../js-module.ts';

/** The modules of this package's kernels in JavaScript. */
export type Bundled = Readonly<Record<'complex' | 'total' | 'workerSums', BundledModule>>;

/** Everywhere but in workers of Cloudflare (condition `workerd`) they have addresses. */
export const bundled: Bundled | undefined = undefined;
