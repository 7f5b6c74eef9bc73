// The heat equation on a square, fifty steps of implicit Euler, saved and opened again. Usage: node heat-steps.ts FILE
import { openMatrix } from 'spmv';
import { add, diags, eye, kron } from 'spmv/build';

const [n, dt] = [100, 1e-4];
const h = 1 / (n + 1);
const T = diags([-1, 2, -1], [-1, 0, 1], [n, n]);
const L = add(kron(eye(n), T), kron(T, eye(n)));
const A = await openMatrix(add(eye(n * n), L, dt / h ** 2)); // (I + dt/h² L) u⁺ = u
const s = Float64Array.from({ length: n }, (_, i) => Math.sin(Math.PI * h * (i + 1)));
const begin = Float64Array.from({ length: n * n }, (_, k) => s[Math.floor(k / n)] * s[k % n]);
async function after(steps: number): Promise<Float64Array> {
  let u: Float64Array = begin;
  for (let step = 0; step < steps; step++) {
    const { x, converged, message } = await A.solve(u, { x0: u, rtol: 1e-10 });
    if (!converged) throw new Error(message);
    u = x;
  }
  return u;
}
const u = await after(50);
await A.dispose();
const U = await openMatrix({ shape: [n, n], dense: u });
await U.save(process.argv[2]);
const again = await openMatrix(process.argv[2]);
console.log(
  again.toDense().every((row, i) => row.every((value, j) => value === u[i * n + j])),
  u[(n * n) / 2 + n / 2],
);
await U.dispose();
await again.dispose();
