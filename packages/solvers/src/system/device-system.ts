import type { AnyCoo, ComplexCoo, Operator } from '@spmv/core';
import { disposal, isComplex, realEquivalent, SpmvError, transposeCoo } from '@spmv/core';
import { mapOfEntries, mapOfMatrix, mapOfOperator, shapeIn } from '../space/device-map.ts';
import { createDeviceSpace } from '../space/device-space.ts';
import type { DevicePlace, DeviceTools, Stored } from '../space/device-tools.ts';
import { createDeviceTools } from '../space/device-tools.ts';
import type { LinearMap } from '../space/step.ts';
import { passFor } from './compiled-facts.ts';
import { factsOf, factsOfPairs } from './facts.ts';
import type { MatrixFree } from './host-system.ts';
import { hostSystem } from './host-system.ts';
import { createKept } from './kept.ts';
import { madeOnce } from './made-once.ts';
import { residentLevelsOf, residentOf } from './resident-levels.ts';
import type { MadeLevels, System } from './system.ts';
import { inParts } from './system.ts';

/** A matrix by its entries, and where there is one the operator that was prepared for its products. */
export interface SystemMatrix extends DevicePlace {
  /** Of complex entries vectors are pairs, and methods compute in complex arithmetic. */
  readonly coo: AnyCoo;
  /** Products of SpMV of this matrix, prepared by the caller, whose it stays. Default: CSR with the kernel of the processor's own code, or of the device. */
  readonly operator?: Operator;
  /** The format of the operator, and its matrix once more: products that end in sums are made of it, where a kernel reads that format. */
  readonly stored?: Omit<Stored, 'shape'>;
  /** `madeLevels` of a system with other values in the same places: multigrid computes their numbers anew, in their arrays. */
  readonly earlier?: MadeLevels;
}

/** A matrix-free operator: any operation of the backend that takes x and y, and computes y ← Ax. */
export interface GivenOperator extends DevicePlace, Pick<MatrixFree, 'shape' | 'symmetric' | 'diagonal'> {
  readonly operator: Operator;
  /** y ← Aᵀx, for LSQR. */
  readonly transposed?: Operator;
}

function noTranspose(): SpmvError {
  return new SpmvError('SOLVER.UNFIT', 'lsqr needs products with Aᵀ, and only an operator for Ax was given.', {
    fix: "Give transposed, or use method: 'gmres' for a square matrix.",
  });
}

/** The same matrix for what makes numbers of their own of real and imaginary parts. Errors: `SOLVER.UNFIT` where vectors are not in memory of this process. */
async function splitOf({ backend, precision }: DeviceTools, coo: ComplexCoo): Promise<System> {
  if (backend.device.kind === 'cpu') return inParts(await hostSystem(coo));
  throw new SpmvError(
    'SOLVER.UNFIT',
    `Eigenvalues, and the preconditioners multigrid, ssor, ict and ilut, are computed with real and imaginary parts as numbers of their own, which ${backend.device.name} (${backend.id}, ${precision}) does not.`,
    { fix: "Solve with M: 'jacobi', 'block-jacobi' or 'none', or use a backend of the processor: serial or threads." },
  );
}

/**
 * A matrix on a backend. Vectors and numbers of the solvers are made there, in the precision that is asked for. Dispose of it before the backend.
 * Errors: `KERNEL.NONE` where the registry has no kernel for it; those of `Backend.prepare`.
 */
export async function deviceSystem(given: SystemMatrix | GivenOperator): Promise<System> {
  const isOfPairs = 'coo' in given && isComplex(given.coo);
  const tools = await createDeviceTools(given, isOfPairs ? 2 : 1);
  const newSpace = (): ReturnType<typeof createDeviceSpace> => createDeviceSpace(tools);
  const kept = createKept(newSpace);
  const dispose = async (): Promise<void> => {
    await kept.dispose();
    await tools.dispose();
  };
  if ('coo' in given) {
    const { coo: own, operator, stored, earlier } = given;
    const shape = shapeIn(tools, own.shape);
    const A = !operator
      ? await mapOfEntries(tools, own)
      : stored
        ? mapOfMatrix(tools, { shape, ...stored }, operator)
        : mapOfOperator(operator, shape);
    const coo = isComplex(own) ? realEquivalent(own) : own;
    const transposed = (): AnyCoo => transposeCoo(own, true);
    const facts = (isOfPairs ? factsOfPairs : factsOf)(coo, tools.valueType, await passFor(coo));
    const held = residentOf(earlier);
    const ofHost = earlier && !('facts' in earlier) ? earlier : undefined;
    const levels = ofHost ? undefined : residentLevelsOf(tools, coo, held);
    const host = madeOnce(coo, ofHost);
    let AT: Promise<LinearMap> | undefined;
    return {
      newSpace,
      kept,
      A,
      transposed: () => {
        AT ??= facts.isSymmetric ? Promise.resolve(A) : mapOfEntries(tools, transposed());
        return AT;
      },
      facts,
      coo,
      ...(isComplex(own) ? { split: () => splitOf(tools, own) } : {}),
      ...host,
      ...(levels
        ? { residentLevels: levels.make, madeLevels: async () => (await levels.take()) ?? host.madeLevels() }
        : {}),
      ...disposal(async () => {
        await kept.dispose();
        await (await levels?.take())?.dispose();
        await tools.dispose();
      }),
    };
  }
  const { operator, shape, transposed, symmetric, diagonal } = given;
  const A = mapOfOperator(operator, shape);
  return {
    newSpace,
    kept,
    A,
    transposed: async () => {
      if (transposed) return mapOfOperator(transposed, { rows: shape.cols, cols: shape.rows });
      if (symmetric) return A;
      throw noTranspose();
    },
    facts: {
      shape,
      ...(symmetric === undefined ? {} : { isSymmetric: symmetric }),
      ...(diagonal ? { diagonal: Float64Array.from(diagonal) } : {}),
    },
    ...disposal(dispose),
  };
}
