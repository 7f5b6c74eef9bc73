// Node voltages of a grid of resistors, the last node being the ground; then with other resistors in the same places.
import { openMatrix } from 'spmv';
import { fromTriplets } from 'spmv/build';

const [rows, cols] = [25, 40];
const edges: [number, number][] = [];
for (let r = 0; r < rows; r++) {
  for (let c = 0; c < cols; c++) {
    const i = r * cols + c;
    if (c + 1 < cols) edges.push([i, i + 1]);
    if (r + 1 < rows) edges.push([i, i + cols]);
  }
}
const m = rows * cols - 1;
const stamp = (g: Float64Array) =>
  fromTriplets(
    [m, m],
    edges
      .flatMap(([i, j], k) => [
        [i, i, g[k]],
        [j, j, g[k]],
        [i, j, -g[k]],
        [j, i, -g[k]],
      ])
      .filter(([i, j]) => i < m && j < m),
  );
const conductances = () => Float64Array.from(edges, () => 0.1 + Math.random());

const G = await openMatrix(stamp(conductances()));
const current = new Float64Array(m);
current[0] = 1;
const F = await G.factor();
console.log(F.method, F.solve(current)[0]);
F.update(stamp(conductances()).values);
console.log(F.method, F.solve(current)[0]);
await G.dispose();
