import type { CooMatrix } from '@spmv/core';

/** Cells of a square grid, row by row: 1 where there is a wall. */
export type Walls = Uint8Array;

/** Most points along a side of a grid that is drawn on: its walls fit into an address. */
const MOST_SIDE = 128;

/** Points along the side of the grid that a matrix is of, by its name; undefined where it is none that can be drawn on. */
export function gridSide(name: string): number | undefined {
  const [, query] = /^gen:stencil5\?(.*)$/u.exec(name) ?? [];
  const given = new URLSearchParams(query);
  const n = Number(given.get('n'));
  return query !== undefined && !given.has('ny') && Number.isInteger(n) && n >= 2 && n <= MOST_SIDE ? n : undefined;
}

/** Cells of a line from one cell to another, both included, each beside the one before or below it: water does not leak between two cells that meet at a corner. */
export function lineOf(from: number, to: number, side: number): readonly number[] {
  let [row, col] = [Math.floor(from / side), from % side];
  const [rows, cols] = [Math.floor(to / side) - row, (to % side) - col];
  const cells = [from];
  for (let down = 0, right = 0; down < Math.abs(rows) || right < Math.abs(cols);) {
    // Along the direction that is further behind.
    if ((2 * right + 1) * Math.abs(rows) < (2 * down + 1) * Math.abs(cols)) {
      col += Math.sign(cols);
      right++;
    } else {
      row += Math.sign(rows);
      down++;
    }
    cells.push(row * side + col);
  }
  return cells;
}

/** Walls of a square grid as an address holds them: its side, then eight cells a byte; empty for none. */
export function wallsText(walls: Walls): string {
  if (!walls.includes(1)) return '';
  const bytes = new Uint8Array(Math.ceil(walls.length / 8));
  walls.forEach((wall, k) => {
    bytes[k >>> 3] = (bytes[k >>> 3] as number) | (wall << (k & 7));
  });
  const text = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/u, '');
  return `${Math.sqrt(walls.length)}.${text}`;
}

/** Walls of one grid on another. On a finer one each cell is as the cell that it lies in; on a coarser one no wall gets a hole. */
function scaled(walls: Walls, from: number, to: number): Walls {
  const along = (at: number, of: number, onto: number): number => Math.floor(((at + 0.5) * onto) / of);
  const cellOn = (k: number, of: number, onto: number): number =>
    along(Math.floor(k / of), of, onto) * onto + along(k % of, of, onto);
  const found = new Uint8Array(to * to);
  if (to >= from) return found.map((_, k) => walls[cellOn(k, to, from)] as number);
  walls.forEach((wall, k) => {
    if (wall === 1) found[cellOn(k, from, to)] = 1;
  });
  return found;
}

/** The walls that an address says, on a grid of this side; what it has wrong is none. */
export function wallsOf(text: string | undefined, side: number): Walls {
  const [, drawn = side, bits = ''] = /^(?:(\d{1,3})\.)?([\w-]*)$/u.exec(text ?? '') ?? [];
  const own = Number(drawn);
  if (bits.length % 4 === 1 || own < 2 || own > MOST_SIDE) return new Uint8Array(side * side);
  const bytes = atob(bits.replaceAll('-', '+').replaceAll('_', '/'));
  const walls = new Uint8Array(own * own).map((_, k) => ((bytes.charCodeAt(k >>> 3) || 0) >>> (k & 7)) & 1);
  return scaled(walls, own, side);
}

/** A matrix without the rows and columns of walls, where x is 0: the Poisson problem on what is left. `places` are the rows that are left. */
export function withoutWalls(
  { rowIndex, colIndex, values }: CooMatrix,
  walls: Walls,
): { readonly coo: CooMatrix; readonly places: Int32Array } {
  const places = Int32Array.from([...walls.keys()].filter((k) => walls[k] === 0));
  const numbers = new Int32Array(walls.length).fill(-1);
  places.forEach((place, number) => {
    numbers[place] = number;
  });
  const kept = [...values.keys()].filter(
    (k) => (numbers[rowIndex[k] as number] as number) >= 0 && (numbers[colIndex[k] as number] as number) >= 0,
  );
  return {
    places,
    coo: {
      shape: { rows: places.length, cols: places.length },
      rowIndex: Int32Array.from(kept, (k) => numbers[rowIndex[k] as number] as number),
      colIndex: Int32Array.from(kept, (k) => numbers[colIndex[k] as number] as number),
      values: Float64Array.from(kept, (k) => values[k] as number),
    },
  };
}
