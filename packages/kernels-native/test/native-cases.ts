import type { Operation, PluginManifest } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { plugin as bell } from '@spmv/format-bell';
import { plugin as csr16 } from '@spmv/format-csr16';
import { plugin as dia } from '@spmv/format-dia';
import { plugin as hyb } from '@spmv/format-hyb';
import { plugin as packed } from '@spmv/format-packed';
import { plugin as rowSegments } from '@spmv/format-row-segments';
import { plugin as sell } from '@spmv/format-sell';
import { plugin as symmetric } from '@spmv/format-symmetric';
import { plugin as formats } from '@spmv/formats';
import { fused } from '@spmv/fused';
import { gemm } from '@spmv/gemm';
import { plugin } from '@spmv/kernels-native';
import { spgemm, spgemmAdd } from '@spmv/spgemm';
import { spmm } from '@spmv/spmm';
import type { ConformanceCase } from '@spmv/testkit';
import { pluginCases } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';

/** Formats that there are native kernels for. */
export const known = [formats, sell, hyb, csr16, bell, dia, packed, rowSegments, symmetric].flatMap(
  (one) => one.formats ?? [],
);

/** Operations that there are native kernels of, besides products of two matrices. */
export const operations: readonly Operation[] = [spmm, gemm, fused, ...(vectors.operations ?? [])];

/** The cases of the plugin on one thread. */
export function nativeCases(manifest?: PluginManifest): readonly ConformanceCase[] {
  return pluginCases(plugin, {
    ...(manifest ? { manifest } : {}),
    formats: known,
    operations,
    matrixOperations: [spgemm, spgemmAdd],
    backends: [serial],
  });
}
