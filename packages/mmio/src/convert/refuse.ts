import type { OptionRules } from '@spmv/core';
import { nameOption, SpmvError } from '@spmv/core';
import type { MatrixMarketFile } from '../model/file.ts';

/** How to make real numbers of what a file holds. */
export interface ConvertOptions {
  /** What to do with integers that are no float64: refuse, or take the nearest. Default refuse. */
  readonly inexactIntegers?: 'refuse' | 'round';
}

export const CONVERT_RULES: OptionRules<ConvertOptions> = { inexactIntegers: nameOption(['refuse', 'round']) };

/** Errors: `MMIO.COMPLEX`. */
export function refuseComplex(file: MatrixMarketFile): void {
  if (file.header.field !== 'complex') return;
  throw new SpmvError(
    'MMIO.COMPLEX',
    `The file holds complex values (${file.header.rows} × ${file.header.cols}), and real ones are asked for.`,
    {
      fix: 'In a program take toComplexCoo or toComplexVector, and of a matrix realPart, imaginaryPart or absoluteCoo of @spmv/core; elsewhere write the part that you need into a file and read that.',
      details: { rows: file.header.rows, cols: file.header.cols },
    },
  );
}

/** Errors: `MMIO.INTEGER_PRECISION`. */
export function refuseInexact(file: MatrixMarketFile, options: ConvertOptions): void {
  if (file.integers === undefined || options.inexactIntegers === 'round') return;
  const k = file.integers.findIndex((value: bigint, at: number) => BigInt(file.values[at] as number) !== value);
  throw new SpmvError(
    'MMIO.INTEGER_PRECISION',
    `The file holds integers that float64 cannot represent, such as ${file.integers[k]}.`,
    {
      fix: "Scale the values in the file, or pass inexactIntegers: 'round', in the command --inexact-integers round, for the nearest float64.",
      details: { entry: k, value: String(file.integers[k]) },
    },
  );
}
