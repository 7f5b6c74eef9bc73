import { SpmvError } from '@spmv/core';
import type { Method, MethodId } from '../methods/method.ts';
import { product } from '../space/steps.ts';
import type { Space } from '../space/space.ts';
import type { Facts } from '../system/facts.ts';
import { ownShape } from '../system/facts.ts';
import type { System } from '../system/system.ts';
import { insteadText } from './instead.ts';
import { probe } from './probe.ts';

function unfit(
  { id }: Method,
  why: string,
  instead: readonly MethodId[],
  M: string,
  details: Readonly<Record<string, unknown>>,
): SpmvError {
  return new SpmvError('SOLVER.UNFIT', `${id} ${why}.`, {
    fix: `Use method: ${insteadText(instead, M)}.`,
    details: { method: id, instead, ...details },
  });
}

/** How far vᵀAu and uᵀAv may differ, over ‖Au‖‖v‖ + ‖Av‖‖u‖, where only rounding makes them. */
const ROUNDED = { f64: 1e-9, other: 1e-4 };

/** Whether uᵀAv = vᵀAu for two vectors: two products tell of a matrix that is a function what its entries would. */
async function seemsSymmetric({ A }: System, space: Space): Promise<boolean> {
  const n = A.shape.rows;
  const [u, v, Au, Av] = [space.vector(n), space.vector(n), space.vector(n), space.vector(n)];
  await space.write(u, probe(n, 1));
  await space.write(v, probe(n, 2));
  const cells = [space.scalar(), space.scalar(), space.scalar(), space.scalar()] as const;
  const [vAu, uAv, sizeAu, sizeAv] = cells;
  const run = await space.compile([
    product(A, u, Au, { dot: [v, vAu], norm: sizeAu }),
    product(A, v, Av, { dot: [u, uAv], norm: sizeAv }),
  ]);
  await run.run();
  const [first = 0, second = 0, squaredAu = 0, squaredAv = 0] = await space.numbers(cells);
  const scale = (Math.sqrt(squaredAu) + Math.sqrt(squaredAv)) * Math.sqrt(n / 3);
  return Math.abs(first - second) <= (space.precision === 'f64' ? ROUNDED.f64 : ROUNDED.other) * scale;
}

/** Two elements that differ, or are no conjugates. */
export function asymmetryText({ row, col, part, here, there }: NonNullable<Facts['asymmetry']>): string {
  const element = `${part ? `the ${part} part of ` : ''}element (${row}, ${col}) is ${here}`;
  return row === col ? element : `${element}, and ${part ? 'that of ' : ''}(${col}, ${row}) is ${there}`;
}

/** Whether a method fits a matrix. Errors: `SOLVER.UNFIT`, naming methods that do. */
export async function checkFit(method: Method, M: string, system: System, space: Space): Promise<void> {
  const { facts } = system;
  const { rows, cols } = ownShape(facts);
  const { square, symmetric } = method.needs;
  if (square && rows !== cols)
    throw unfit(method, `needs a square matrix, and this one is ${rows} × ${cols}`, ['lsqr'], M, { rows, cols });
  if (!symmetric) return;
  if (facts.isSymmetric === false) {
    const { asymmetry, isOfPairs } = facts;
    const where = asymmetry ? `: ${asymmetryText(asymmetry)}` : '';
    const kind = isOfPairs ? 'Hermitian' : 'symmetric';
    throw unfit(method, `needs a ${kind} matrix${where}`, ['bicgstab', 'gmres'], M, { ...asymmetry });
  }
  if (facts.isSymmetric === undefined && !(await seemsSymmetric(system, space)))
    throw unfit(method, 'needs a symmetric matrix: uᵀAv is not vᵀAu for two vectors', ['bicgstab', 'gmres'], M, {});
}
