/** Offsets that are kept: what is farther from a point than all of them is not searched. */
const MOST_OFFSETS = 2 ** 15;

/** Points of a grid, numbered along the first side, then the second; all sides but the last are alike. The last layer may be incomplete. */
export interface Grid {
  readonly dimensions: 2 | 3;
  readonly points: number;
  /** Points along the first side, and the second of three. */
  readonly side: number;
}

/** Points along a side of the smallest square or cube with room for so many. */
export function gridSide(dimensions: 2 | 3, points: number): number {
  let side = Math.max(1, Math.floor(points ** (1 / dimensions)));
  while (side ** dimensions < points) side++;
  return side;
}

/** Points along the last side. */
function layersOf({ dimensions, points, side }: Grid): number {
  return Math.ceil(points / side ** (dimensions - 1));
}

/** At how many ends of its sides a point lies: 0 inside, `dimensions` in a corner. */
export function bordersOf(grid: Grid): (point: number) => number {
  const { dimensions, side } = grid;
  const layers = layersOf(grid);
  return (point) => {
    let borders = 0;
    for (let d = 1, rest = point; d <= dimensions; d++) {
      const length = d === dimensions ? layers : side;
      const at = rest % length;
      if (at === 0 || at === length - 1) borders++;
      rest = (rest - at) / length;
    }
    return borders;
  };
}

/**
 * Finds the points of a grid that are nearest to one of them, itself first, those equally near in the order of their numbers. The array
 * returned is overwritten by the next search and shorter than `count` where no more points are near.
 */
export function gridNeighbours(grid: Grid, most: number): (point: number, count: number) => Int32Array {
  const { dimensions, points, side } = grid;
  const longest = Math.max(side, layersOf(grid));
  // In a corner a quarter or an eighth of a ball is inside.
  const wanted = Math.min(MOST_OFFSETS, 2 ** dimensions * (most + 8));
  let reach = 1;
  while (reach < longest && (2 * reach + 1) ** dimensions < 2 * wanted) reach++;
  const offsets: { readonly by: readonly [number, number, number]; readonly distance: number }[] = [];
  const deep = dimensions === 3 ? reach : 0;
  for (let z = -deep; z <= deep; z++)
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) offsets.push({ by: [x, y, z], distance: x * x + y * y + z * z });
  offsets.sort((a, b) => a.distance - b.distance);
  const [dx, dy, dz] = [0, 1, 2].map((d) => Int32Array.from(offsets, ({ by }) => by[d])) as [
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  const found = new Int32Array(Math.min(points, most + 1));
  return (point, count) => {
    const x = point % side;
    const rest = (point - x) / side;
    const y = dimensions === 2 ? rest : rest % side;
    const z = (rest - y) / side;
    const rows = dimensions === 2 ? longest : side;
    let size = 0;
    for (let o = 0; o < dx.length && size < count && size < found.length; o++) {
      const px = x + dx[o];
      const py = y + dy[o];
      const pz = z + dz[o];
      if (px < 0 || px >= side || py < 0 || py >= rows || pz < 0) continue;
      const neighbour = (pz * side + py) * side + px;
      if (neighbour < points) found[size++] = neighbour;
    }
    return found.subarray(0, size);
  };
}
