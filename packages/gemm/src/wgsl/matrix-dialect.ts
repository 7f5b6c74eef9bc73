import type { SubgroupMatrix } from '@spmv/core';

/** How subgroup matrices are written. Memory that is loaded from holds f16 as `vec4<u32>`; offsets and strides count those. */
export interface MatrixDialect {
  readonly enable: readonly string[];
  /** Declarations before the text. */
  declarations(unit: SubgroupMatrix): string;
  /** The type of a result. */
  result(unit: SubgroupMatrix): string;
  /** Left by rows, right by columns: neighbours are terms. */
  load(unit: SubgroupMatrix, side: 'left' | 'right', memory: string, offset: string, stride: string): string;
  /** sum += left right. */
  multiplyAdd(left: string, right: string, sum: string): string;
  /** By rows, into f32. */
  store(unit: SubgroupMatrix, memory: string, offset: string, sum: string): string;
}

/** Dawn's extension, which is in no standard yet. */
export const CHROMIUM: MatrixDialect = {
  enable: ['subgroups', 'f16', 'chromium_experimental_subgroup_matrix'],
  declarations: () => '',
  result: ({ m, n }) => `subgroup_matrix_result<f32, ${n}, ${m}>`,
  load: ({ m, n, k }, side, memory, offset, stride) =>
    side === 'left'
      ? `subgroupMatrixLoad<subgroup_matrix_left<f16, ${k}, ${m}>, row_major>(&${memory}, ${offset}, ${stride})`
      : `subgroupMatrixLoad<subgroup_matrix_right<f16, ${n}, ${k}>, col_major>(&${memory}, ${offset}, ${stride})`,
  multiplyAdd: (left, right, sum) => `${sum} = subgroupMatrixMultiplyAccumulate(${left}, ${right}, ${sum});`,
  store: ({ n }, memory, offset, sum) => `subgroupMatrixStore<row_major>(&${memory}, ${offset}, ${sum}, ${n}u);`,
};
