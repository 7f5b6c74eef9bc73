import type { Random } from '@spmv/testkit';
import { createRandom } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { FULL } from '../../../../tools/runner.ts';
import type { MethodId, SolveResult, System } from '../../src/index.ts';
import { hostSystem, solve } from '../../src/index.ts';
import { cooOf } from '../dense.ts';
import type { IntegerSystem } from '../exact.ts';
import { isConsistent, isOrthogonal, isSolution } from '../exact.ts';

const SYSTEMS = FULL ? 10_000 : 300;
const METHODS: readonly (MethodId | 'default')[] = ['default', 'cg', 'minres', 'bicgstab', 'gmres', 'lsqr'];
const RTOL = 1e-5;

const dot = (x: readonly number[], y: readonly number[]): number =>
  x.reduce((sum, value, j) => sum + value * (y[j] as number), 0);

/** Integers −3 … 3 of a rank that is drawn: a product of two thin matrices, symmetric every second time, not square every eighth. */
function systemOf(random: Random): IntegerSystem {
  const entry = (): number => (random.integer(3) === 0 ? 0 : random.integer(7) - 3);
  const matrix = (rows: number, cols: number): number[][] =>
    Array.from({ length: rows }, () => Array.from({ length: cols }, entry));
  const rows = 3 + random.integer(6);
  const cols = random.integer(8) === 0 ? 3 + random.integer(6) : rows;
  const rank = 1 + random.integer(Math.min(rows, cols) + 1);
  let A = rank > Math.min(rows, cols) ? matrix(rows, cols) : product(matrix(rows, rank), matrix(rank, cols));
  if (rows === cols && random.integer(2) === 0) {
    const left = matrix(rows, rank);
    const signs = Array.from({ length: rank }, () => (random.integer(3) === 0 ? -1 : 1));
    const half = left.map((row) => row.map((value, k) => value * (signs[k] as number)));
    A = product(half, transposed(left));
  }
  // Rows and columns without entries are what products do not see.
  if (random.integer(4) === 0) A.forEach((row) => row.fill(0, cols - 1));
  if (random.integer(8) === 0) A[rows - 1]?.fill(0);
  const x = Array.from({ length: cols }, () => random.integer(7) - 3);
  const b = random.integer(2) === 0 ? A.map((row) => dot(row, x)) : Array.from({ length: rows }, () => entry());
  return { A, b };
}

const transposed = (A: readonly (readonly number[])[]): number[][] =>
  (A[0] as readonly number[]).map((_, j) => A.map((row) => row[j] as number));

function product(A: readonly (readonly number[])[], B: readonly (readonly number[])[]): number[][] {
  const columns = transposed(B);
  return A.map((row) => columns.map((column) => dot(row, column)));
}

/** What is untrue of a result; empty where nothing is. */
function untrue(system: IntegerSystem, found: SolveResult): string {
  const { x, converged, reason, leastSquares, message } = found;
  const isSquare = system.A.length === system.A[0]?.length;
  if (![...x].every(Number.isFinite)) return `x is not finite: ${message}`;
  if (leastSquares && isConsistent(system)) return `there is a solution: ${message}`;
  if (leastSquares && !isOrthogonal(system, x, isSquare ? 1e-9 : 1e-3)) return `no least squares: ${message}`;
  if (isSquare && leastSquares !== (reason === 'least-squares')) return `${reason}: ${message}`;
  if (converged && !(leastSquares && !isSquare) && !isSolution(system, x, RTOL)) return `no solution: ${message}`;
  return '';
}

/** The same as on a device: numbers are looked at now and then, when iterations after them are computed already. */
function lookedAtLate(system: System): System {
  return { ...system, newSpace: () => ({ ...system.newSpace(), immediate: false }) };
}

it.each([
  ['looked at each time', (system: System) => system],
  ['looked at late', lookedAtLate],
])(
  `of ${SYSTEMS} small systems of every rank nothing untrue is claimed, in exact arithmetic: %s`,
  { timeout: 3_600_000 },
  async (_name, place) => {
    const random = createRandom(32);
    const wrong: string[] = [];
    let [solvable, solved] = [0, 0];
    for (let n = 0; n < SYSTEMS; n++) {
      const system = systemOf(random);
      const given = place(await hostSystem(cooOf(system.A)));
      for (const method of METHODS) {
        let found: SolveResult;
        try {
          found = await solve(given, system.b, { rtol: RTOL, ...(method === 'default' ? {} : { method }) });
        } catch (error) {
          expect(error).toMatchObject({ code: 'SOLVER.UNFIT' });
          continue;
        }
        const what = untrue(system, found);
        if (what) wrong.push(`${method} ${JSON.stringify(system)}: ${what}`);
        if (method !== 'default') continue;
        const has = isConsistent(system);
        solvable += has ? 1 : 0;
        solved += has && found.converged ? 1 : 0;
      }
    }
    expect(wrong).toEqual([]);
    // Claiming nothing would be true as well.
    expect(solved).toBeGreaterThan(0.98 * solvable);
  },
);
