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
const first = await G.solve(current, { rtol: 1e-10 });
console.log(first.converged, first.x[0]);
await G.update(stamp(conductances()).values);
const second = await G.solve(current, { rtol: 1e-10 });
console.log(second.converged, second.x[0]);
await G.dispose();
