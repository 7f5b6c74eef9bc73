export { jsMagnitudes } from './kernels/js-kernel.ts';
export type { MagnitudesArguments } from './magnitudes.ts';
export { magnitudes } from './magnitudes.ts';
export { default as plugin } from './plugin.ts';
