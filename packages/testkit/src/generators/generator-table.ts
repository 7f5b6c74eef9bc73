import type { CooMatrix } from '@spmv/core';
import { SpmvError, suggestNames } from '@spmv/core';
import { banded, diagonal, tridiagonal } from './banded.ts';
import { femBand } from './fem-band.ts';
import { fewLongRows } from './few-long-rows.ts';
import { arrow, oneFullRow } from './full-row.ts';
import { powerLaw } from './power-law.ts';
import type { RandomUniformOptions } from './random-uniform.ts';
import { randomUniform } from './random-uniform.ts';
import { stencil27, stencil5, stencil7 } from './stencil.ts';

/** An option of a generator, for a command line. */
export interface GeneratorOption {
  readonly doc: string;
  /** Without it nothing can be made. */
  readonly required?: boolean;
}

/** A generator by name, with options that are all numbers: what a command line can call. */
export interface MatrixGenerator {
  readonly name: string;
  readonly doc: string;
  readonly options: Readonly<Record<string, GeneratorOption>>;
  make(options: Readonly<Record<string, number>>): CooMatrix;
}

const seed: GeneratorOption = { doc: 'seed of the random stream (1)' };
const rows: GeneratorOption = { doc: 'number of rows', required: true };
const cols: GeneratorOption = { doc: 'number of columns (rows)' };
const n: GeneratorOption = { doc: 'points along the first side', required: true };
const ny: GeneratorOption = { doc: 'points along the second side (n)' };
const nz: GeneratorOption = { doc: 'points along the third side (n)' };
const varied: GeneratorOption = { doc: '1: values in (0.5, 1.5) that hardly repeat (0)' };

/** Options arrive checked by {@link generateMatrix}: known names, the required ones there. */
function generator(
  name: string,
  doc: string,
  options: Readonly<Record<string, GeneratorOption>>,
  make: (options: never) => CooMatrix,
): MatrixGenerator {
  return { name, doc, options, make: (given) => make(given as never) };
}

/** Every generator, by the name used in `gen:name?option=value`. */
export const matrixGenerators: readonly MatrixGenerator[] = [
  generator(
    'random',
    'entries anywhere with equal probability',
    {
      rows,
      cols,
      density: { doc: 'probability of each position (0.1)' },
      perRow: { doc: 'entries of every row, instead of density' },
      seed,
    },
    randomUniform,
  ),
  generator(
    'dense',
    'an entry at every position, or at a share of them',
    { rows, cols, density: { doc: 'probability of each position (1)' }, seed },
    (options: RandomUniformOptions) => randomUniform({ density: 1, ...options }),
  ),
  generator(
    'banded',
    'entries near the diagonal',
    {
      rows,
      cols,
      lower: { doc: 'diagonals below (8)' },
      upper: { doc: 'diagonals above (lower)' },
      density: { doc: 'share of the band stored (1)' },
      seed,
    },
    banded,
  ),
  generator('diagonal', 'the main diagonal only', { rows, cols, seed }, diagonal),
  generator('tridiagonal', 'one-dimensional Laplacian, 2 and -1', { rows }, tridiagonal),
  generator('stencil5', 'five-point Laplacian of a square grid', { n, ny, varied }, stencil5),
  generator('stencil7', 'seven-point Laplacian of a cubic grid', { n, ny, nz, varied }, stencil7),
  generator('stencil27', '27-point stencil of a cubic grid', { n, ny, nz, varied }, stencil27),
  generator(
    'powerlaw',
    'row lengths of a power law, as of graphs',
    {
      rows,
      cols,
      meanPerRow: { doc: 'mean entries per row (8)' },
      maxPerRow: { doc: 'longest row, exactly' },
      exponent: { doc: 'of the power law (2.1)' },
      seed,
    },
    powerLaw,
  ),
  generator(
    'fem-band',
    'dense blocks in a symmetric band, as of finite elements',
    {
      rows,
      block: { doc: 'unknowns per node (3)' },
      perRow: { doc: 'mean entries per row (27 blocks)' },
      bandwidth: { doc: 'half bandwidth in nodes (about the root of the nodes)' },
      seed,
    },
    femBand,
  ),
  generator(
    'one-full-row',
    'the diagonal and one full row',
    { rows, cols, row: { doc: 'the full row (the middle one)' }, seed },
    oneFullRow,
  ),
  generator(
    'few-long-rows',
    'short rows, one in twenty of them long',
    {
      rows,
      least: { doc: 'entries of a short row, at least (4)' },
      most: { doc: 'entries of a short row, at most (least + 4)' },
      longest: { doc: 'entries of a long row, at most (5 times most, and 1)' },
      seed,
    },
    fewLongRows,
  ),
  generator(
    'arrow',
    'the diagonal, full first rows and columns',
    { rows, width: { doc: 'of the arrow (1)' }, seed },
    arrow,
  ),
];

/**
 * The matrix that a generator makes of these options.
 *
 * Errors: `PARAM.UNKNOWN` for a name that is not in {@link matrixGenerators} or an option it does not have, `PARAM.OUT_OF_RANGE` for
 * a value it cannot use or a required one that is missing.
 */
export function generateMatrix(name: string, options: Readonly<Record<string, number>> = {}): CooMatrix {
  const found = matrixGenerators.find((candidate) => candidate.name === name);
  if (!found) {
    throw new SpmvError('PARAM.UNKNOWN', `There is no generator '${name}'.`, {
      fix: suggestNames(
        name,
        matrixGenerators.map((candidate) => candidate.name),
      ),
      details: { name },
    });
  }
  for (const option of Object.keys(options)) {
    if (Object.hasOwn(found.options, option)) continue;
    throw new SpmvError('PARAM.UNKNOWN', `Generator '${name}' has no option '${option}'.`, {
      fix: suggestNames(option, Object.keys(found.options)),
      details: { name, option },
    });
  }
  for (const [option, { required }] of Object.entries(found.options)) {
    if (!required || options[option] !== undefined) continue;
    throw new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${name}' needs the option '${option}'.`, {
      fix: `Give it: gen:${name}?${option}=…`,
      details: { name, option },
    });
  }
  return found.make(options);
}
