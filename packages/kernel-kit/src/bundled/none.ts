import type { BundledModule } from '../js-module.ts';

/** The modules of this package's kernels in JavaScript. Everywhere but in workers of Cloudflare (condition `workerd`) they have addresses. */
export const bundled: Readonly<Record<'complex' | 'total' | 'workerSums', BundledModule>> | undefined = undefined;
