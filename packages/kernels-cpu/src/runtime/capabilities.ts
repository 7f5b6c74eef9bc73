import type { Precision } from '@spmv/core';
import { precisionsIn } from '@spmv/core';
import type { WasmFeatures } from './features.ts';

/** What kernels may require of a CPU backend: `relaxed-simd` of the engine, `node-api` for compiled code, which only Node loads, and no runtime that has no files. */
export function cpuCapabilities({ relaxedSimd }: WasmFeatures): readonly string[] {
  const onNode = typeof process === 'object' && process.versions?.node !== undefined && import.meta.url !== undefined;
  return [...(relaxedSimd ? ['relaxed-simd'] : []), ...(onNode ? ['node-api'] : [])];
}

/** The precisions that kernels of a CPU backend may compute in: those of 16 bits need compiled code. */
export function cpuPrecisions(capabilities: readonly string[]): readonly Precision[] {
  const compiled = capabilities.includes('node-api') ? precisionsIn('native') : [];
  return [...new Set([...compiled, ...precisionsIn('js')])];
}
