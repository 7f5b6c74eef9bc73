import type { WasmFeatures } from './features.ts';

/** What kernels may require of a CPU backend: `relaxed-simd` of the engine, `node-api` for compiled code, which only Node loads. */
export function cpuCapabilities({ relaxedSimd }: WasmFeatures): readonly string[] {
  const onNode = typeof process === 'object' && process.versions?.node !== undefined;
  return [...(relaxedSimd ? ['relaxed-simd'] : []), ...(onNode ? ['node-api'] : [])];
}
