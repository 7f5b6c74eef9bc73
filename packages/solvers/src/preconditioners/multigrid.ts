import { SpmvError } from '@spmv/core';
import { takeTurns } from '@spmv/direct';
import type { Hierarchy, Level, LevelFacts, ResidentHierarchy } from '@spmv/multigrid';
import { entriesOf, levelFacts, transposed } from '@spmv/multigrid';
import type { Apply } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { Cell, LinearMap, Step } from '../space/step.ts';
import { copy, dots, hadamard, linear, product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import type { Preconditioner } from './preconditioner.ts';
import { entriesOf as entriesOfSystem } from './rows.ts';

/** A matrix of a level. */
type CsrMatrix = Level['A'];

/** A dense matrix, given row by row. */
function denseRows(values: Float64Array, n: number): CsrMatrix {
  const rowStart = Int32Array.from({ length: n + 1 }, (_, i) => i * n);
  return { shape: { rows: n, cols: n }, rowStart, colIndex: Int32Array.from(values, (_, k) => k % n), values };
}

/** A level in a space. */
interface DeviceLevel {
  readonly A: LinearMap;
  readonly smoother: Level['smoother'];
  /** 1/D as a vector or a matrix, and two vectors, of levels that are not scaled. */
  readonly scale?: { readonly d: Cell | LinearMap; readonly s: Cell; readonly t: Cell };
  readonly P?: LinearMap;
  readonly R?: LinearMap;
}

/** to ← β·to + p(D⁻¹A)D⁻¹of, the polynomial of the smoother; `of` and `to` are not the same. */
function smooth(
  { A, scale, smoother: { sum, product: second } }: DeviceLevel,
  of: Cell,
  to: Cell,
  beta: 0 | 1,
): readonly Step[] {
  if (!scale)
    return [
      linear(of, to, { alpha: sum, beta }),
      ...(second === 0 ? [] : [product(A, of, to, { alpha: -second, beta: 1 })]),
    ];
  const { d, s, t } = scale;
  const last =
    'length' in d
      ? [hadamard(d, t, s), linear(s, to, { alpha: -second })]
      : [product(d, t, to, { alpha: -second, beta: 1 })];
  return [
    'length' in d ? hadamard(d, of, s) : product(d, of, s),
    linear(s, to, { alpha: sum, beta }),
    ...(second === 0 ? [] : [product(A, s, t), ...last]),
  ];
}

/** x ← an approximation of A⁻¹b, from the level `at` on: a V-cycle with one step of the smoother before and after. */
function cycle(
  levels: readonly DeviceLevel[],
  inverse: LinearMap | undefined,
  at: number,
  cells: (at: number) => readonly [b: Cell, x: Cell, r: Cell],
): readonly Step[] {
  const here = levels[at];
  const [b, x, r] = cells(at);
  const { A, P, R } = here;
  const residual = [copy(b, r), product(A, x, r, { alpha: -1, beta: 1 })];
  if (!P || !R) {
    if (inverse) return [product(inverse, b, x)];
    return [...smooth(here, b, x, 0), ...residual, ...smooth(here, r, x, 1)];
  }
  const [below, correction] = cells(at + 1);
  return [
    ...smooth(here, b, x, 0),
    ...residual,
    product(R, r, below),
    ...cycle(levels, inverse, at + 1, cells),
    product(P, correction, x, { beta: 1 }),
    ...residual,
    ...smooth(here, r, x, 1),
  ];
}

/** What of a hierarchy does not change from one solve to the next. */
interface Resident {
  /** 1/D of the finest level. */
  readonly d: Cell;
  /** Of each level; A is that of the system on the finest, and needed nowhere where the inverse stands for it. */
  readonly maps: readonly { readonly A?: LinearMap; readonly P?: LinearMap; readonly R?: LinearMap }[];
  readonly inverse?: LinearMap | undefined;
}

async function residentIn({ levels, sizes, inverse }: Hierarchy, space: Space): Promise<Resident> {
  const matrixOf = (one: CsrMatrix): Promise<LinearMap> => space.matrix(entriesOf(one), 'plain');
  const d = space.vector(levels[0].A.shape.rows);
  await space.write(
    d,
    sizes.map((size) => 1 / size),
  );
  const maps = [];
  for (const [at, { A, P }] of levels.entries())
    maps.push({
      ...(at > 0 && (P || !inverse) ? { A: await matrixOf(A) } : {}),
      ...(P ? { P: await matrixOf(P), R: await matrixOf(await takeTurns(transposed(P))) } : {}),
    });
  return { d, maps, inverse: inverse && (await matrixOf(denseRows(inverse, levels[levels.length - 1].A.shape.rows))) };
}

/**
 * z ← scale·M⁻¹r, M⁻¹ being one V-cycle of a hierarchy, in a space: four products with A, one with P and one with Pᵀ on each level, and the inverse of the last as one matrix. `given` is the map of A. Symmetric where A is,
 * definite where A is. Levels stay with the system: another solve with the same hierarchy makes vectors alone.
 */
export async function multigridCycle(
  hierarchy: Hierarchy,
  given: LinearMap,
  { kept }: Pick<System, 'kept'>,
  space: Space,
  scale = 1,
): Promise<Apply> {
  const { levels, sign } = hierarchy;
  const { d, maps, inverse } = await kept.of(hierarchy, space, (own) => residentIn(hierarchy, own));
  const { map: whole, factor: times } = given.multipleOf ?? { map: given, factor: 1 };
  const A: LinearMap = sign > 0 ? given : { shape: given.shape, multipleOf: { map: whole, factor: -times } };
  const made = levels.map(({ smoother }, at): DeviceLevel => ({
    A,
    smoother,
    ...(at === 0 ? { scale: scaleOf(d, levels[0].A.shape.rows, space) } : {}),
    ...maps[at],
  }));
  return cycleOf(made, inverse, levelFacts(hierarchy), space, sign * scale);
}

const scaleOf = (d: Cell | LinearMap, n: number, space: Space): NonNullable<DeviceLevel['scale']> => ({
  d,
  s: space.vector(n),
  t: space.vector(n),
});

/** The same of levels that the device has made of the whole of which A is a multiple. */
async function residentCycle(
  { levels, facts, ...hierarchy }: ResidentHierarchy,
  given: LinearMap,
  { kept }: Pick<System, 'kept'>,
  space: Space,
): Promise<Apply> {
  const { maps, inverse } = await kept.of(levels, space, async (own) => {
    const mapOf = own.resident as NonNullable<Space['resident']>;
    const found = [];
    for (const level of levels)
      found.push({
        d: await mapOf(level.inverseSizes),
        ...(level.A ? { A: await mapOf(level.A) } : {}),
        ...(level.P && level.R ? { P: await mapOf(level.P), R: await mapOf(level.R) } : {}),
      });
    const values = await hierarchy.inverse();
    const n = facts.rows[facts.rows.length - 1];
    return { maps: found, inverse: values && (await own.matrix(entriesOf(denseRows(values, n)), 'plain')) };
  });
  const { map: A, factor } = given.multipleOf ?? { map: given, factor: 1 };
  const made = levels.map(({ smoother }, at): DeviceLevel => {
    const { d, ...own } = maps[at];
    return { A, smoother, scale: scaleOf(d, facts.rows[at], space), ...own };
  });
  return cycleOf(made, inverse, facts, space, 1 / factor);
}

/** z ← factor·M⁻¹r by these levels. */
function cycleOf(
  made: readonly DeviceLevel[],
  inverse: LinearMap | undefined,
  facts: LevelFacts,
  space: Space,
  factor: number,
): Apply {
  const sizes = facts.rows;
  const scaled = space.vector(sizes[0]);
  const cells = sizes.map((n) => [space.vector(n), space.vector(n), space.vector(n)] as const);
  const apply: Apply = (r, z, sum) => {
    const from = factor === 1 ? r : scaled;
    const steps = cycle(made, inverse, 0, (at) => (at === 0 ? [from, z, cells[0][2]] : cells[at]));
    return [
      ...(factor === 1 ? [] : [linear(r, scaled, { alpha: factor, beta: 0 })]),
      ...steps,
      ...(sum ? [dots(z, { dot: [r, sum] })] : []),
    ];
  };
  return Object.assign(apply, { levels: facts });
}

/** The first element that is 0 or of the other sign, −1 without one. A loop: a callback for each element takes as long as a cycle of a device. */
function firstOther(diagonal: ArrayLike<number>, sign: number): number {
  for (let i = 0; i < diagonal.length; i++) if (!(diagonal[i] * sign > 0)) return i;
  return -1;
}

/** One V-cycle of algebraic multigrid, its levels made by the host of the entries and kept by the system. For matrices that are like M-matrices, or the negative of one. */
export const multigrid: Preconditioner = {
  id: 'multigrid',
  splitsPairs: true,
  title: 'a V-cycle of algebraic multigrid',
  async prepare(system: System, space: Space, signal?: AbortSignal) {
    entriesOfSystem(system, 'multigrid');
    const { diagonal = [] } = system.facts;
    const sign = diagonal[0] < 0 ? -1 : 1;
    const row = firstOther(diagonal, sign);
    if (row >= 0)
      throw new SpmvError(
        'SOLVER.PRECONDITIONER',
        `multigrid needs a diagonal of one sign, and element (${row}, ${row}) is ${diagonal[row]}.`,
        {
          fix: "Use M: 'none' with method: 'minres' where A is symmetric, with method: 'gmres' otherwise.",
          details: { row },
        },
      );
    const resident = sign > 0 ? await system.residentLevels?.(signal) : undefined;
    if (resident) return residentCycle(resident, system.A, system, space);
    const hierarchy = await (system.hierarchy as NonNullable<System['hierarchy']>)(signal);
    return multigridCycle(hierarchy, system.A, system, space);
  },
};
