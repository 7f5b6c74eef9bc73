// A truss bridge of 40 panels: how far the middle of its deck sinks under one load after another, by one factorization.
import { openMatrix } from 'spmv';
import { fromTriplets } from 'spmv/build';

const panels = 40;
const stiffness = 2e8; // N: modulus of elasticity times the area of each bar
// Nodes 0 … panels are the deck, those after them the upper chord; bars of each panel are two chords, two diagonals and a post.
const position = (node: number) => [node % (panels + 1), Math.floor(node / (panels + 1))] as const;
const upper = (k: number) => k + panels + 1;
const bars: [number, number][] = [[0, upper(0)]];
for (let k = 0; k < panels; k++)
  bars.push([k, k + 1], [upper(k), upper(k + 1)], [k, upper(k + 1)], [upper(k), k + 1], [k + 1, upper(k + 1)]);

// The deck rests on a hinge at its left end, and on a roller at its right one.
const fixed = new Set([0, 1, 2 * panels + 1]);
const free = Array.from({ length: 4 * (panels + 1) }, (_, d) => d).filter((d) => !fixed.has(d));
const place = new Map(free.map((d, k) => [d, k]));
const entries: [number, number, number][] = [];
for (const [p, q] of bars) {
  const [[px, py], [qx, qy]] = [position(p), position(q)];
  const length = Math.hypot(qx - px, qy - py);
  const along = [(px - qx) / length, (py - qy) / length, (qx - px) / length, (qy - py) / length];
  const at = [2 * p, 2 * p + 1, 2 * q, 2 * q + 1].map((d) => place.get(d));
  at.forEach((r, i) =>
    at.forEach((c, j) => {
      if (r !== undefined && c !== undefined) entries.push([r, c, (stiffness / length) * along[i] * along[j]]);
    }),
  );
}

const K = await openMatrix(fromTriplets([free.length, free.length], entries));
const F = await K.factor();
const middle = place.get(panels + 1) as number;
const loads = [0.25, 0.5].map((share) => {
  const force = new Float64Array(free.length);
  force[place.get(2 * Math.round(panels * share) + 1) as number] = -1e4;
  return force;
});
const sinks = loads.map((force) => (1000 * -F.solve(force)[middle]).toFixed(2));
console.log(F.method, `${sinks.join(' mm, ')} mm`);
await K.dispose();
