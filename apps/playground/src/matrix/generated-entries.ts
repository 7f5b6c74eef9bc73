import { SpmvError } from '@spmv/core';

/** Most entries, and most rows, that a page makes: 2²⁶ entries are 1 GiB of arrays. */
const MOST_ENTRIES = 2 ** 26;
const MOST_ROWS = 2 ** 27;

type Numbers = Readonly<Record<string, number>>;

/** Points of a grid with `sides` sides, each as long as the first where nothing else is said. */
function points({ n = 0, ny = n, nz = n }: Numbers, sides: 2 | 3): number {
  return sides === 2 ? n * ny : n * ny * nz;
}

/** Entries a row of the generators with rows, about; more rather than less. */
const PER_ROW: Readonly<Record<string, (options: Numbers) => number>> = {
  random: ({ rows = 0, cols = rows, density = 0.1, perRow = density * cols }) => perRow,
  dense: ({ rows = 0, cols = rows, density = 1 }) => density * cols,
  banded: ({ lower = 8, upper = lower }) => lower + upper + 1,
  diagonal: () => 1,
  tridiagonal: () => 3,
  powerlaw: ({ meanPerRow = 8 }) => meanPerRow,
  'fem-band': ({ block = 3, perRow = 27 * block }) => perRow,
  'one-full-row': ({ rows = 1, cols = rows }) => 1 + cols / rows,
  'few-long-rows': ({ least = 4, most = least + 4, longest = 5 * most + 1 }) => Math.max(most, longest),
  arrow: ({ width = 1 }) => 1 + 2 * width,
  standin: ({ rows = 1, nnz = 0 }) => nnz / rows,
};

/** About how many rows and entries a generator makes, before it does; NaN for one that is not known. */
export function generatedSize(
  generator: string,
  options: Numbers,
): { readonly rows: number; readonly entries: number } {
  const stencil = /^stencil(5|7|27)$/u.exec(generator)?.[1];
  if (stencil !== undefined) {
    const rows = points(options, stencil === '5' ? 2 : 3);
    return { rows, entries: rows * Number(stencil) };
  }
  const { rows = 0 } = options;
  const perRow = Object.hasOwn(PER_ROW, generator) ? PER_ROW[generator]?.(options) : undefined;
  return { rows, entries: rows * (perRow ?? NaN) };
}

/** Refuses what would take the memory of the whole browser, before it is asked for. Errors: `PARAM.OUT_OF_RANGE`. */
export function requireModest(generator: string, options: Numbers): void {
  const { rows, entries } = generatedSize(generator, options);
  if (!(entries > MOST_ENTRIES) && !(rows > MOST_ROWS)) return;
  throw new SpmvError(
    'PARAM.OUT_OF_RANGE',
    `Generator '${generator}' would make about ${Math.round(entries)} entries in ${rows} rows; a page makes at most ${MOST_ENTRIES} in ${MOST_ROWS}.`,
    {
      fix: 'Ask for less, or use the command, which has the memory of the machine.',
      details: { generator, rows, entries: Math.round(entries) },
    },
  );
}
