export { open as nativeFunctions } from './functions.ts';
export type { NativeBuild } from './kernels/build.ts';
export { createNativeKernels } from './kernels/native-kernels.ts';
export { addedProductKernel, galerkinKernel, rowProductKernel } from './kernels/spgemm.ts';
export { nativeLevels } from './levels.ts';
export { default as plugin } from './plugin.ts';
