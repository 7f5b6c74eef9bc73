import type { BodyState } from '../body/body-state.ts';
import type { ValueRules } from '../body/value-rules.ts';
import { withEntries } from '../convert/apply-entry-options.ts';
import { readError } from '../errors/read-error.ts';
import type { MatrixMarketFile } from '../model/file.ts';
import type { ReadOptions } from '../model/options.ts';
import { checkSymmetry } from './check-symmetry.ts';
import type { WarningList } from './warnings.ts';

/** A body that was read to its end. */
export type ReadBody = Pick<
  BodyState,
  'header' | 'rowIndex' | 'colIndex' | 'values' | 'imaginary' | 'count' | 'lineOffset' | 'lineRuns' | 'wide'
>;

/** All integers exactly, when some are no float64. */
function exactIntegers(state: ReadBody, rules: ValueRules): BigInt64Array | BigUint64Array | undefined {
  if (state.wide.size === 0) return undefined;
  const exact = rules.least < 0n ? new BigInt64Array(state.count) : new BigUint64Array(state.count);
  for (let k = 0; k < state.count; k++) exact[k] = state.wide.get(k) ?? BigInt(state.values[k] as number);
  return exact;
}

/**
 * The file of a body that was read to its end: counts and symmetry checked, entry options applied.
 * Errors: `MMIO.COUNT`, `MMIO.TRIANGLE`, `MMIO.DUPLICATE`.
 */
export function completeFile(
  state: ReadBody,
  rules: ValueRules,
  options: ReadOptions,
  warnings: WarningList,
): MatrixMarketFile {
  const { header, count } = state;
  if (count < header.storedEntries) {
    throw readError(
      'MMIO.COUNT',
      { line: count + state.lineOffset, column: 1 },
      `the file ends after ${count} of the ${header.storedEntries} ${header.storedEntries === 1 ? 'entry' : 'entries'} its size line announces`,
      'The file is cut short, or its size line is wrong.',
      { announced: header.storedEntries, found: count },
    );
  }
  const integers = exactIntegers(state, rules);
  const file: MatrixMarketFile = {
    header,
    symmetry: header.symmetry,
    rowIndex: state.rowIndex,
    colIndex: state.colIndex,
    values: state.values,
    imaginary: state.imaginary,
    ...(integers === undefined ? {} : { integers }),
    warnings: [],
    lines: state.lineRuns,
    companions: [],
  };
  checkSymmetry(file, warnings);
  const duplicates =
    options.duplicates ?? (options.strict === true || header.graphblasType !== undefined ? 'reject' : 'keep');
  const done = withEntries(file, { ...options, symmetry: options.symmetry ?? 'keep', duplicates });
  return { ...done, warnings: warnings.warnings() };
}
