import type { Shape } from '@spmv/core';
import type { Random } from '../random/random.ts';
import type { FillRow } from './from-row-lengths.ts';
import { sampleColumns } from './from-row-lengths.ts';
import { gridNeighbours, gridSide } from './grid-neighbours.ts';

/** What the columns of a stand-in are like. */
export type StandInKind = 'mesh2' | 'mesh3' | 'band' | 'blocks' | 'graph' | 'network';

/** What the columns are made for. */
export interface ColumnsRequest {
  readonly shape: Shape;
  /** Entries of the longest row. */
  readonly longest: number;
  /** Unknowns of a node, side of a block. */
  readonly block: number;
  /** Columns on either side of the diagonal that are near it. */
  readonly bandwidth: number;
  /** Points along the sides of a mesh that are numbered first. */
  readonly side?: number;
  /** The stream of random numbers of a row, or of a block of rows: the same every time. */
  readonly randomOf: (group: number) => Random;
}

/** Columns of a window around `centre` that is inside the matrix. */
function around(centre: number, width: number, cols: number): { readonly first: number; readonly width: number } {
  return { first: Math.max(0, Math.min(cols - width, centre - (width >> 1))), width };
}

/** The column that row i is nearest to. */
function diagonalOf({ rows, cols }: Shape): (i: number) => number {
  return (i) => (rows === cols ? i : Math.floor((i * cols) / rows));
}

/** `centre` and others of `width` columns around it, all equally probable. */
function nearColumns(
  longest: number,
): (
  random: Random,
  centre: number,
  width: number,
  cols: number,
  colIndex: Int32Array,
  from: number,
  to: number,
) => void {
  const position = new Float64Array(longest);
  return (random, centre, width, cols, colIndex, from, to) => {
    const window = around(centre, width, cols);
    sampleColumns(random, position, { first: window.first, width: width - 1 }, colIndex, from, to - 1);
    let k = to - 1;
    for (; k > from && colIndex[k - 1] >= centre; k--) colIndex[k] = colIndex[k - 1] + 1;
    colIndex[k] = centre;
  };
}

/** The diagonal and others of the band, equally probable; a row that is longer than the band reaches as far as it must. */
function band({ shape, longest, bandwidth, randomOf }: ColumnsRequest): FillRow {
  const diagonal = diagonalOf(shape);
  const near = nearColumns(longest);
  return (i, colIndex, from, to) => {
    const width = Math.min(shape.cols, Math.max(2 * bandwidth + 1, to - from));
    near(randomOf(i), diagonal(i), width, shape.cols, colIndex, from, to);
  };
}

/** Dense blocks in a band: the rows of a block that are equally long have the same ones, that of the diagonal among them. */
function blocks({ shape, longest, block, bandwidth, randomOf }: ColumnsRequest): FillRow {
  const { cols } = shape;
  const whole = Math.floor(cols / block);
  const reach = Math.ceil(bandwidth / block);
  const diagonal = diagonalOf(shape);
  const near = nearColumns(Math.ceil(longest / block) + 1);
  const chosen = new Int32Array(Math.ceil(longest / block) + 1);
  return (i, colIndex, from, to) => {
    const wanted = Math.min(whole, Math.ceil((to - from) / block));
    const width = Math.min(whole, Math.max(2 * reach + 1, wanted));
    const centre = Math.min(whole - 1, Math.floor(diagonal(i) / block));
    if (wanted > 0) near(randomOf(Math.floor(i / block)), centre, width, whole, chosen, 0, wanted);
    let k = from;
    for (let c = 0; c < wanted; c++) {
      const first = chosen[c] * block;
      for (let inner = 0; inner < block && k < to; inner++) colIndex[k++] = first + inner;
    }
    for (let column = whole * block; k < to; column++) colIndex[k++] = column;
  };
}

/** The nearest points of a grid, with all unknowns of a point, the last one's as far as the row goes; what reaches farther is anywhere. */
function mesh(dimensions: 2 | 3): (request: ColumnsRequest) => FillRow {
  return ({ shape, longest, block, side, randomOf }) => {
    const { cols } = shape;
    const points = Math.ceil(cols / block);
    const grid = { dimensions, points, side: side ?? gridSide(dimensions, points) };
    const nearest = gridNeighbours(grid, Math.ceil(longest / block) + 1);
    const position = new Float64Array(longest);
    const diagonal = diagonalOf(shape);
    return (i, colIndex, from, to) => {
      const wanted = Math.ceil((to - from) / block);
      // One point more, where the last point has fewer unknowns than others.
      const found = nearest(Math.floor(diagonal(i) / block), wanted + (cols % block === 0 ? 0 : 1));
      let room = 0;
      let used = 0;
      while (used < found.length && room < to - from) {
        room += Math.min(block, cols - found[used++] * block);
      }
      if (room < to - from) {
        sampleColumns(randomOf(i), position, { first: 0, width: cols }, colIndex, from, to);
        return;
      }
      const spare = room - (to - from);
      const last = found[used - 1];
      let k = from;
      for (const point of found.subarray(0, used).sort()) {
        const first = point * block;
        const end = Math.min(cols, first + block) - (point === last ? spare : 0);
        for (let column = first; column < end; column++) colIndex[k++] = column;
      }
    };
  };
}

/** Draws columns until enough of them differ. A row that is longer than `limit` has columns anywhere, equally probable. */
function distinct(
  { shape: { cols }, longest, randomOf }: ColumnsRequest,
  limit: number,
  draw: (random: Random, i: number) => number,
  firstOf?: (i: number) => number,
): FillRow {
  const position = new Float64Array(longest);
  const seen = new Int32Array(cols);
  let turn = 0;
  return (i, colIndex, from, to) => {
    const random = randomOf(i);
    if (to - from > limit) {
      sampleColumns(random, position, { first: 0, width: cols }, colIndex, from, to);
      return;
    }
    turn = turn === 0x7fffffff ? 1 : turn + 1;
    for (let k = from; k < to;) {
      const column = k === from && firstOf ? firstOf(i) : draw(random, i);
      if (column < 0 || column >= cols || seen[column] === turn) continue;
      seen[column] = turn;
      colIndex[k++] = column;
    }
    colIndex.subarray(from, to).sort();
  };
}

const SCATTER = [1_048_583, 1_048_589] as const;

/** Popular columns, scattered: the one of rank r is drawn with a probability like r^(−2/3). */
function graph(request: ColumnsRequest): FillRow {
  const { cols } = request.shape;
  const stride = cols % SCATTER[0] === 0 ? SCATTER[1] : SCATTER[0];
  return distinct(request, cols / 4, (random) => (Math.floor(cols * random.uniform() ** 3) * stride) % cols);
}

const HUB_SHARE = 1 / 16;
const COLUMNS_PER_HUB = 1024;

/** The diagonal, then near columns, the nearer the likelier, and one in sixteen of the columns of a few hubs. */
function network(request: ColumnsRequest): FillRow {
  const { shape, bandwidth } = request;
  const { cols } = shape;
  const hubs = Math.ceil(cols / COLUMNS_PER_HUB);
  const diagonal = diagonalOf(shape);
  const draw = (random: Random, i: number): number => {
    const place = random.uniform();
    if (place < HUB_SHARE) return Math.floor(((Math.floor(hubs * random.uniform() ** 2) + 0.5) * cols) / hubs);
    const distance = 1 + Math.floor(bandwidth * random.uniform() ** 3);
    return diagonal(i) + ((random.uint32() & 1) === 0 ? distance : -distance);
  };
  return distinct(request, Math.min(bandwidth, cols) / 2, draw, diagonal);
}

/** What makes the columns of each kind, and how many dimensions the points of a mesh are numbered in. */
export const standInColumns: Readonly<Record<StandInKind, (request: ColumnsRequest) => FillRow>> = {
  mesh2: mesh(2),
  mesh3: mesh(3),
  band,
  blocks,
  graph,
  network,
};
