import type { CooMatrix } from '@spmv/core';
import type { MatrixGenerator } from '@spmv/testkit';
import { generateMatrix, matrixGenerators } from '@spmv/testkit';
import { usageError } from '../cli-error.ts';
import { requireMemory } from '../host/require-memory.ts';
import type { GeneratorSpec } from './generator-spec.ts';

/** One line of `spmv matrices` for a generator. */
export interface GeneratorRow {
  readonly name: string;
  readonly doc: string;
  /** With its required options. */
  readonly example: string;
  readonly options: Readonly<Record<string, string>>;
}

function row({ name, doc, options }: MatrixGenerator): GeneratorRow {
  const entries = Object.entries(options);
  const required = entries
    .filter(([, option]) => option.required !== undefined)
    .map(([key, option]) => `${key}=${option.required}`);
  return {
    name,
    doc: `${doc}; options ${entries.map(([key]) => key).join(', ')}`,
    example: `gen:${name}${required.length > 0 ? `?${required.join('&')}` : ''}`,
    options: Object.fromEntries(entries.map(([key, option]) => [key, option.doc])),
  };
}

/** Every generator that `gen:` and `spmv generate` know. */
export function generatorRows(): readonly GeneratorRow[] {
  return matrixGenerators.map(row);
}

/** Bytes of an entry, and those of a row while its length is drawn and its begin computed. */
const ENTRY = 16;
const ROW = 8;

/** The matrix a specification stands for. Errors: usage, `PARAM.*`, failed where there is not the memory for it. */
export function generate({ generator, params }: GeneratorSpec): CooMatrix {
  const options = matrixGenerators.find(({ name }) => name === generator)?.options ?? {};
  const values = Object.entries(params).map(([key, text]): [string, number | string] => {
    const value = Number(text);
    if (options[key]?.names) return [key, text];
    if (text.trim() === '' || Number.isNaN(value))
      throw usageError(
        `${key}=${text}: this option of a generator is a number.`,
        'Write for example n=64 or density=0.1.',
      );
    return [key, value];
  });
  return generateMatrix(generator, Object.fromEntries(values), ({ rows, entries }) =>
    requireMemory(
      `The ${rows} rows and about ${Math.round(entries)} entries of gen:${generator}`,
      ROW * rows + ENTRY * entries,
    ),
  );
}
