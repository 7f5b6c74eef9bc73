import type { CooMatrix } from '@spmv/core';
import { INDEX_LIMIT, SpmvError, suggestNames } from '@spmv/core';
import { banded, diagonal, tridiagonal } from './banded.ts';
import { femBand } from './fem-band.ts';
import { fewLongRows } from './few-long-rows.ts';
import { arrow, oneFullRow } from './full-row.ts';
import type { GeneratedSize } from './generated-size.ts';
import { generatedSize } from './generated-size.ts';
import { powerLaw } from './power-law.ts';
import type { RandomUniformOptions } from './random-uniform.ts';
import { randomUniform } from './random-uniform.ts';
import { STAND_IN_KINDS, standIn } from './standin.ts';
import { stencil27, stencil5, stencil7 } from './stencil.ts';

/** An option of a generator, for a command line: a number, or one of some names. */
export interface GeneratorOption {
  readonly doc: string;
  /** An example of an option without which nothing can be made. */
  readonly required?: number | string;
  /** The names, of an option that is not a number. */
  readonly names?: readonly string[];
}

/** Options of a generator by name. */
export type GeneratorOptions = Readonly<Record<string, number | string>>;

/** A generator by name: what a command line can call. */
export interface MatrixGenerator {
  readonly name: string;
  readonly doc: string;
  readonly options: Readonly<Record<string, GeneratorOption>>;
  make(options: GeneratorOptions): CooMatrix;
}

const seed: GeneratorOption = { doc: 'seed of the random stream (1)' };
const rows: GeneratorOption = { doc: 'number of rows', required: 10_000 };
const cols: GeneratorOption = { doc: 'number of columns (rows)' };
const n: GeneratorOption = { doc: 'points along the first side', required: 32 };
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
      low: { doc: 'values lie above it (-1)' },
      high: { doc: 'and below it (1)' },
      seed,
    },
    randomUniform,
  ),
  generator(
    'dense',
    'an entry at every position, or at a share of them',
    { rows, cols, density: { doc: 'probability of each position (1)' }, seed },
    (options: RandomUniformOptions) => randomUniform({ density: 1, ...options }, 'dense'),
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
  generator(
    'standin',
    'in place of a matrix whose figures are known: rows, entries and longest row exactly, deviation within 1 %, columns of its kind',
    {
      rows,
      cols,
      nnz: { doc: 'entries, exactly', required: 80_000 },
      max: { doc: 'entries of the longest row, exactly', required: 40 },
      min: { doc: 'entries of the shortest row, exactly (at least 1 where there are enough)' },
      deviation: { doc: 'standard deviation of the entries per row', required: 5 },
      meanDeviation: { doc: 'mean absolute deviation of them, within 1 % too (what the shape brings)' },
      like: { doc: `what the columns are like: ${STAND_IN_KINDS.join(', ')}`, required: 'band', names: STAND_IN_KINDS },
      block: { doc: 'unknowns of a point of a mesh, side of a block (1)' },
      bandwidth: {
        doc: 'columns on either side of the diagonal, of band, blocks and network (root of cols, at least max)',
      },
      side: { doc: 'points along the sides of a mesh that are numbered first (square, cubic)' },
      seed,
    },
    standIn,
  ),
];

/** Refuses what no COO can number, before the time is spent on it. */
function requireNumbers(name: string, { rows, entries }: GeneratedSize): void {
  if (!(entries > INDEX_LIMIT)) return;
  const about = Math.round(entries);
  throw new SpmvError(
    'PARAM.OUT_OF_RANGE',
    `Generator '${name}' would make about ${about} entries in ${rows} rows; the entries of a matrix are numbered up to 2^31-1.`,
    { fix: 'Ask for fewer rows or fewer entries per row.', details: { name, rows, entries: about } },
  );
}

/**
 * The matrix that a generator makes of these options. Before it makes anything it tells `onSize` how large that will be, which refuses by throwing.
 *
 * Errors: `PARAM.UNKNOWN` for a name that is not in {@link matrixGenerators} or an option it does not have, `PARAM.OUT_OF_RANGE` for
 * a value it cannot use, a required one that is missing, or more than 2³¹−1 entries.
 */
export function generateMatrix(
  name: string,
  options: GeneratorOptions = {},
  onSize: (size: GeneratedSize) => void = () => {},
): CooMatrix {
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
  for (const [option, value] of Object.entries(options)) {
    const known = Object.hasOwn(found.options, option) ? found.options[option] : undefined;
    if (known === undefined) {
      throw new SpmvError('PARAM.UNKNOWN', `Generator '${name}' has no option '${option}'.`, {
        fix: suggestNames(option, Object.keys(found.options)),
        details: { name, option },
      });
    }
    if (known.names ? known.names.includes(String(value)) : typeof value === 'number' && !Number.isNaN(value)) continue;
    throw new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${name}': ${option} = ${value} is not possible.`, {
      fix: known.names ? suggestNames(String(value), known.names) : 'Use a number, for example n=64 or density=0.1.',
      details: { name, option, value },
    });
  }
  for (const [option, { required }] of Object.entries(found.options)) {
    if (required === undefined || options[option] !== undefined) continue;
    throw new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${name}' needs the option '${option}'.`, {
      fix: `Give it: gen:${name}?${option}=…`,
      details: { name, option },
    });
  }
  const size = generatedSize(name, options);
  requireNumbers(name, size);
  onSize(size);
  return found.make(options);
}
