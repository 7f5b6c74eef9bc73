import type { SparseFormat } from '@spmv/core';
import type { ParamChoice } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { conformanceMatrices } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { Corruption } from './corruption-cases.ts';
import { corruptionCases } from './corruption-cases.ts';
import { complexCases } from './complex-cases.ts';
import { declarationCases } from './declaration-cases.ts';
import { hostileCases } from './hostile-cases.ts';
import { predictionCases } from './prediction-cases.ts';
import { storageCases } from './storage-cases.ts';

/** What to test of a format, and what to leave out. */
export interface FormatCasesOptions {
  /** Values to test of some parameters. Default: all, or the corners of a large space. */
  readonly params?: ParamChoice;
  /** Matrices besides the kit's own. */
  readonly matrices?: readonly TestMatrix[];
  /** Arrays of integers whose contents `check` cannot judge. */
  readonly unchecked?: readonly string[];
  /** Damage besides index arrays out of range that `check` must find. */
  readonly corruptions?: readonly Corruption[];
}

/**
 * Everything a format promises: `plan` is exact, `build` follows it, `toCoo` is its inverse, `check` finds damage and nothing else,
 * nothing is modified, prediction works where building does not, and all is documented. Ids are `format/promise/matrix`.
 */
export function formatCases(format: SparseFormat, options: FormatCasesOptions = {}): readonly ConformanceCase[] {
  const subject = { format, params: options.params ?? {}, matrices: options.matrices ?? [] };
  return [
    ...declarationCases(subject),
    ...[...conformanceMatrices, ...subject.matrices].flatMap((matrix) => [
      ...storageCases(subject, matrix),
      ...complexCases(subject, matrix),
    ]),
    ...corruptionCases(subject, options.unchecked ?? [], options.corruptions ?? []),
    ...hostileCases(subject),
    ...predictionCases(subject),
  ];
}
