/** What a generator is about to make. */
export interface GeneratedSize {
  readonly rows: number;
  /** Where they are drawn, or cut off at borders, about as many: within a quarter but for very small matrices. */
  readonly entries: number;
}

/** Options that are numbers, by name. */
type Numbers = Readonly<Partial<Record<string, number>>>;

type SizeOf = (options: Numbers) => GeneratedSize;

/** Of a generator with rows and columns: rows, and entries of all of them. */
function byRows(entries: (options: Numbers & { readonly rows: number; readonly cols: number }) => number): SizeOf {
  return (options) => {
    const { rows = 0 } = options;
    const { cols = rows } = options;
    return { rows, entries: entries({ ...options, rows, cols }) };
  };
}

/** Each point of a grid with itself and its neighbours: of all around it, or of those along one side alone. */
function stencil(sides: 2 | 3, star: boolean): SizeOf {
  return ({ n = 0, ny = n, nz = n }) => {
    const lengths = [n, ny, nz].slice(0, sides);
    const rows = lengths.reduce((points, length) => points * length, 1);
    const along = lengths.reduce((sum, length) => sum + 2 * (rows - rows / length), rows);
    const around = lengths.reduce((product, length) => product * (3 * length - 2), 1);
    return { rows, entries: rows === 0 ? 0 : star ? along : around };
  };
}

const SIZES: Readonly<Record<string, SizeOf>> = {
  random: byRows(({ rows, cols, density = 0.1, perRow = density * cols }) => rows * perRow),
  dense: byRows(({ rows, cols, density = 1 }) => rows * cols * density),
  banded: byRows(
    ({ rows, cols, lower = 8, upper = lower, density = 1 }) =>
      density * Math.min(rows, cols + lower) * Math.min(cols, lower + upper + 1),
  ),
  diagonal: byRows(({ rows, cols }) => Math.min(rows, cols)),
  tridiagonal: byRows(({ rows }) => 3 * rows),
  stencil5: stencil(2, true),
  stencil7: stencil(3, true),
  stencil27: stencil(3, false),
  powerlaw: byRows(({ rows, cols, meanPerRow = Math.min(8, cols) }) => rows * meanPerRow),
  'fem-band': byRows(({ rows, block = 3, perRow = 27 * block, bandwidth }) => {
    const reach = bandwidth ?? Math.min(1000, 1 + Math.sqrt(rows / block));
    return rows * Math.min((2 * reach + 1) * block, Math.max(3 * block, perRow));
  }),
  'one-full-row': byRows(({ rows, cols }) => Math.min(rows, cols) + cols),
  'few-long-rows': byRows(({ rows, least = 4, most = least + 4, longest = 5 * most + 1 }) => {
    const [short, long] = [(least + most) / 2, (most + 1 + longest) / 2];
    return rows * Math.min(rows, 0.95 * short + 0.05 * long);
  }),
  arrow: byRows(({ rows, width = 1 }) => width * rows + (rows - width) * (width + 1)),
  standin: byRows(({ nnz = 0 }) => nnz),
};

/** What a generator will make of options that were checked, told in no time. */
export function generatedSize(generator: string, options: Readonly<Record<string, number | string>>): GeneratedSize {
  const numbers = Object.entries(options).filter(([, value]) => typeof value === 'number');
  const sizeOf = Object.hasOwn(SIZES, generator) ? SIZES[generator] : undefined;
  if (!sizeOf) throw new RangeError(`nobody said how large the matrices of '${generator}' are`);
  return sizeOf(Object.fromEntries(numbers) as Numbers);
}
