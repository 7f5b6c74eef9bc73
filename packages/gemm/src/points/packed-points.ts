import type { Params } from '@spmv/core';
import type { PackedGemmParams } from '../kernels/packed-plan.ts';
import type { Evidence, MeasuredPoint } from './measured-point.ts';

const DEVICES = 'x64 cores with 48 KiB and 2 MiB of cache, 128-bit vectors';
const at = (problem: string, as: Params): Evidence => ({ file: 'xeon-2-points.json', problem, as });

const FEW = 'few rows or columns of C: nothing is packed, the larger of A and B is streamed once';
const SMALL = 'small A and B: read where they lie';
const LONG = 'sums of many terms: steps of k at a time';

/** Choices of wasm/gemm-packed. */
export const PACKED_POINTS: readonly MeasuredPoint<PackedGemmParams>[] = [
  {
    shapes: FEW,
    devices: DEVICES,
    precision: 'f32',
    point: { few: 16 },
    evidence: [
      at('m=512 n=1 k=512', { few: 8 }),
      at('m=512 n=8 k=512', { few: 8 }),
      at('m=512 n=16 k=512', { few: 32 }),
      at('m=512 n=24 k=512', { few: 8 }),
    ],
  },
  {
    shapes: FEW,
    devices: DEVICES,
    precision: 'f64',
    point: { few: 24 },
    evidence: [
      at('m=512 n=1 k=512', { few: 8 }),
      at('m=512 n=8 k=512', { few: 8 }),
      at('m=512 n=24 k=512', { few: 32 }),
      at('m=512 n=32 k=512', { few: 8 }),
    ],
  },
  ...(['f32', 'f64'] as const).map((precision) => ({
    shapes: SMALL,
    devices: DEVICES,
    precision,
    point: { directKiB: 256 },
    evidence: [
      at('m=64 n=64 k=64', { directKiB: 256 }),
      ...(precision === 'f32' ? [at('m=128 n=128 k=128', { directKiB: 256 })] : []),
      at('m=256 n=256 k=256', { directKiB: 256 }),
    ],
  })),
  {
    shapes: LONG,
    devices: DEVICES,
    precision: 'f32',
    point: { depth: 512 },
    evidence: [at('m=96 n=96 k=2048', { depth: 512 })],
  },
  {
    shapes: LONG,
    devices: DEVICES,
    precision: 'f64',
    point: { depth: 256 },
    evidence: [at('m=96 n=96 k=2048', { depth: 256 })],
  },
];
