/** A slider for an option of a generator. */
export interface Slider {
  readonly option: string;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  /** Between two positions; absent: positions are powers, for what ranges over orders of magnitude. */
  readonly step?: number;
}

const rows: Slider = { option: 'rows', label: 'rows', min: 1, max: 1_000_000, initial: 10_000 };
const seed: Slider = { option: 'seed', label: 'seed', min: 1, max: 100, initial: 1, step: 1 };

function whole(option: string, label: string, min: number, max: number, initial: number): Slider {
  return { option, label, min, max, initial, step: 1 };
}

function share(option: string, label: string, min: number, initial: number): Slider {
  return { option, label, min, max: 1, initial, step: 0.01 };
}

/** Sliders of the generators that a page makes matrices with, by name; every other option has its default. */
export const GENERATOR_SLIDERS: Readonly<Record<string, readonly Slider[]>> = {
  stencil5: [whole('n', 'points along a side', 1, 1000, 60)],
  stencil7: [whole('n', 'points along a side', 1, 100, 16)],
  stencil27: [whole('n', 'points along a side', 1, 60, 12)],
  banded: [
    { ...rows, max: 100_000 },
    whole('lower', 'diagonals below', 0, 64, 8),
    whole('upper', 'diagonals above', 0, 64, 8),
    share('density', 'share of the band', 0.01, 1),
    seed,
  ],
  random: [{ ...rows, min: 64, max: 100_000 }, whole('perRow', 'entries a row', 1, 64, 8), seed],
  powerlaw: [
    { ...rows, min: 64, max: 100_000 },
    whole('meanPerRow', 'mean entries a row', 1, 32, 8),
    { option: 'exponent', label: 'exponent', min: 1.5, max: 4, initial: 2.1, step: 0.1 },
    seed,
  ],
  'fem-band': [{ ...rows, min: 300, max: 100_000 }, whole('block', 'unknowns a node', 1, 6, 3), seed],
  'few-long-rows': [
    { ...rows, min: 100, max: 100_000 },
    whole('least', 'entries of a short row, least', 1, 16, 4),
    seed,
  ],
  'one-full-row': [{ ...rows, max: 100_000 }],
  arrow: [{ ...rows, max: 100_000 }, whole('width', 'width of the arrow', 1, 16, 1)],
  tridiagonal: [rows],
  diagonal: [rows],
  dense: [{ ...rows, max: 1000, initial: 100 }, share('density', 'share stored', 0.01, 1), seed],
};

/** Dimensions of the grids, whose matrices have n to that power rows. */
const DIMENSIONS: Readonly<Record<string, number>> = { stencil5: 2, stencil7: 3, stencil27: 3 };

/** Options that a generator begins with, of a matrix of so many rows where it makes such a one. */
export function initialOptions(generator: string, wanted?: number): Readonly<Record<string, string>> {
  const sliders = GENERATOR_SLIDERS[generator] ?? [];
  const size = Math.round((wanted ?? Number.NaN) ** (1 / (DIMENSIONS[generator] ?? 1)));
  const isMet = size ** (DIMENSIONS[generator] ?? 1) === wanted;
  return Object.fromEntries(
    sliders.map(({ option, initial, min, max }) => [
      option,
      String(isMet && (option === 'rows' || option === 'n') && size >= min && size <= max ? size : initial),
    ]),
  );
}

const POSITIONS = 200;

/** Positions of a slider, from 0. */
export function positionsOf({ min, max, step }: Slider): number {
  return step === undefined ? POSITIONS : Math.round((max - min) / step);
}

/** The value at a position. */
export function valueAt({ min, max, step }: Slider, position: number): number {
  if (step === undefined) return Math.round(min * (max / min) ** (position / POSITIONS));
  return Number((min + position * step).toFixed(6));
}

/** The position nearest to a value. */
export function positionOf({ min, max, step }: Slider, value: number): number {
  const inside = Math.min(max, Math.max(min, value));
  if (step !== undefined) return Math.round((inside - min) / step);
  return Math.round((POSITIONS * Math.log(inside / min)) / Math.log(max / min));
}
