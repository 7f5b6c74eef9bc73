import type { Precision } from '@spmv/core';
import { buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { cudaCsrWarp } from '../src/index.ts';
import { contextOf, entries, launchesOf } from './cuda-programs.ts';

describe('tiles', () => {
  it('of a warp each have 32 rows at most, and are filled up to whole blocks', () => {
    const context = contextOf(cudaCsrWarp as never, { vectors: 4 });
    const params = {
      gather: 'direct',
      tile: 4,
      packs: 1,
      capacity: 2,
      entries: 'arrays',
      blockSize: 128,
    } as const;
    const made = cudaCsrWarp.analyse?.(buildMatrix(csr as never, entries), context, params);
    const empty = [-1, -1, -1, -1];
    expect(made?.['tiles']).toEqual(Int32Array.of(0, 0, 0, 2, 0, 0, 2, 3, 1, 3, 3, 5, ...empty));
    const rows = cooFromEntries({ rows: 40, cols: 1 }, { rowIndex: [0], colIndex: [0], values: [1] });
    const tiles = cudaCsrWarp.analyse?.(buildMatrix(csr as never, rows), context, { ...params, blockSize: 64 })?.[
      'tiles'
    ];
    expect(tiles).toEqual(Int32Array.of(0, 32, 0, 1, 32, 40, 1, 1));
    // Two tiles of columns: as many blocks again.
    const { launches } = launchesOf(cudaCsrWarp, { vectors: 32 }, { tile: 16, packs: 1, blockSize: 64 });
    expect(launches[0]?.grid).toEqual({ elements: 'auxiliary.tiles', perBlock: 4 });
  });

  it('of a warp have columns and values apart, or pairs of them where rows of X are less than 2^32 bytes apart', () => {
    const launch = (precision: Precision, params: object) =>
      launchesOf(cudaCsrWarp, { vectors: 8, precision }, { capacity: 64, blockSize: 128, ...params }).launches[0];
    const of = (precision: Precision, entries: string) => {
      const { entryPoint, sharedBytes } = launch(precision, { entries }) ?? {};
      return [entryPoint, sharedBytes];
    };
    expect(of('f64', 'arrays')).toEqual(['spmm_csr_warp_v2m1_f64', 4 * 64 * 12]);
    expect(of('f64', 'pairs')).toEqual(['spmm_csr_warp_pairs_v2m1_f64', 4 * 64 * 16]);
    expect(of('f32', 'pairs')).toEqual(['spmm_csr_warp_pairs_v4m1_f32', 4 * 64 * 8]);
    const rejected = (leadingDimension: number, entries: 'arrays' | 'pairs') =>
      cudaCsrWarp.params.reject?.(
        { gather: 'direct', tile: 8, packs: 1, capacity: 64, entries, blockSize: 128 },
        contextOf(cudaCsrWarp as never, { vectors: 8, X: { leadingDimension } }),
      );
    expect(rejected(2 ** 29, 'pairs')).toMatch(/4294967296 bytes apart/u);
    expect([rejected(2 ** 29 - 8, 'pairs'), rejected(2 ** 29, 'arrays')]).toEqual([undefined, undefined]);
  });

  it('of a warp have pairs unless their shared memory holds blocks back, or rows of X are too far apart', () => {
    const suggested = (problem: Parameters<typeof contextOf>[1], nnz: number) => {
      const context = contextOf(cudaCsrWarp as never, problem);
      return cudaCsrWarp.params.suggest?.({ ...context, matrix: { ...context.matrix, nnz } });
    };
    expect(suggested({ vectors: 8, precision: 'f32' }, 2 ** 24)).toMatchObject({ capacity: 512, entries: 'pairs' });
    expect(suggested({ vectors: 8 }, 2 ** 24)).toMatchObject({ capacity: 512, packs: 1, entries: 'arrays' });
    expect(suggested({ vectors: 32 }, 2 ** 24)).toMatchObject({ capacity: 512, packs: 2, entries: 'pairs' });
    expect(suggested({ vectors: 8 }, 2 ** 22)).toMatchObject({ capacity: 256, packs: 1, entries: 'pairs' });
    expect(suggested({ vectors: 8, X: { leadingDimension: 2 ** 29 } }, 2 ** 22)).toMatchObject({ entries: 'arrays' });
  });
});
