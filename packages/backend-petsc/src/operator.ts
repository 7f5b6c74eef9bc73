import type { DriverOperator, DriverRequest, DriverVector, TypedArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { handOver } from './hand-over.ts';
import { loopSeconds } from './loop.ts';
import { OPS } from './native.ts';
import type { PetscProgram } from './petsc-program.ts';
import type { PetscVector } from './petsc-vector.ts';
import type { RankRows } from './rows-of-ranks.ts';
import { rowsOfRanks } from './rows-of-ranks.ts';
import type { RankTeam } from './team.ts';

/** An operator that can be one of several products whose end is waited for once. */
export interface PetscOperator extends DriverOperator {
  /** How its ranks divide vectors: those of equal divisions need not wait for each other between products. */
  readonly division: string;
  /** Puts a product into the ring. */
  enqueue(buffers: readonly DriverVector[], scalars: Float64Array): void;
}

function loadFailed({ kernel }: DriverRequest, name: string, what: string): SpmvError {
  return new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel.id}' names '${name}', which is no ${what}.`, {
    fix: "Correct the kernel's program.",
    details: { kernel: kernel.id, name },
  });
}

function arrayOf<T extends TypedArray>(request: DriverRequest, name: string, type: new (length: number) => T): T {
  const { signature, matrix } = request;
  const array = name.startsWith(`${signature.matrix}.`) ? matrix.arrays[name.slice(name.indexOf('.') + 1)] : undefined;
  if (array instanceof type) return array;
  throw loadFailed(request, name, `${type.name} of its matrix`);
}

/** Where an operand is among the buffers or the scalars of a product. */
function placeOf(request: DriverRequest, list: readonly { readonly name: string }[], name: string): number {
  const found = list.findIndex((slot) => slot.name === name);
  if (found >= 0) return found;
  throw loadFailed(request, name, 'operand of its operation');
}

/** Products with one vector. */
function single(team: RankTeam, id: number, request: DriverRequest): Pick<PetscOperator, 'apply' | 'enqueue' | 'time'> {
  const { buffers: slots, scalars: numbers } = request.signature;
  const transpose = Number((request.program as PetscProgram).transpose);
  const [x, y] = [placeOf(request, slots, 'x'), placeOf(request, slots, 'y')];
  const [alpha, beta] = [placeOf(request, numbers, 'alpha'), placeOf(request, numbers, 'beta')];
  const at = (buffers: readonly DriverVector[], place: number): number => (buffers[place] as PetscVector).offset;
  return {
    apply(buffers, scalars) {
      const [factor, share] = [scalars[alpha] as number, scalars[beta] as number];
      team.multiply(id, at(buffers, x), at(buffers, y), transpose, factor, share);
    },
    enqueue(buffers, scalars) {
      team.push(OPS.multiply, id, [at(buffers, x), at(buffers, y), transpose], scalars[alpha], scalars[beta]);
    },
    async time(buffers, scalars, runs, cold) {
      const product = { x: at(buffers, x), y: at(buffers, y), transpose, cold, runs };
      const seconds = loopSeconds(team, id, {
        ...product,
        alpha: scalars[alpha] as number,
        beta: scalars[beta] as number,
      });
      return seconds.map((each) => each * 1000);
    },
  };
}

/** Products with several vectors. */
function several(team: RankTeam, id: number, request: DriverRequest): Pick<PetscOperator, 'apply' | 'enqueue'> {
  const { buffers: slots, scalars: numbers } = request.signature;
  const [x, y] = [placeOf(request, slots, 'X'), placeOf(request, slots, 'Y')];
  const [alpha, beta] = [placeOf(request, numbers, 'alpha'), placeOf(request, numbers, 'beta')];
  const [X, Y] = [slots[x]?.layout, slots[y]?.layout];
  if (!X || !Y) throw loadFailed(request, 'X', 'dense operand');
  const transpose = Number((request.program as PetscProgram).transpose);
  const orders = Number(X.order === 'column') + 2 * Number(Y.order === 'column') + 4 * transpose;
  const enqueue: PetscOperator['enqueue'] = (buffers, scalars) => {
    const [from, to] = [(buffers[x] as PetscVector).offset, (buffers[y] as PetscVector).offset];
    const layout = [from, to, orders, X.cols, X.leadingDimension, Y.leadingDimension] as const;
    team.push(OPS.multiplyMany, id, layout, scalars[alpha], scalars[beta]);
  };
  return {
    enqueue,
    apply(buffers, scalars) {
      enqueue(buffers, scalars);
      team.wait();
    },
  };
}

/** Makes a matrix of PETSc and binds its product. Errors: `OPERAND.MATRIX` where bounds were given for other matrices, `KERNEL.LOAD_FAILED`, `BACKEND.WORKER_LOST`, `BACKEND.FAILED`, `BACKEND.OUT_OF_MEMORY`. */
export async function preparePetscOperator(
  team: RankTeam,
  id: number,
  request: DriverRequest,
  settings: RankRows & { readonly clock: boolean },
): Promise<PetscOperator> {
  team.assertAlive();
  const program = request.program as PetscProgram;
  const { time, ...product }: Pick<PetscOperator, 'apply' | 'enqueue' | 'time'> =
    program.kind === 'mat-mult' ? single(team, id, request) : several(team, id, request);
  const rowStart = arrayOf(request, program.starts, Int32Array);
  const colIndex = arrayOf(request, program.columns, Int32Array);
  const values = arrayOf(request, program.values, Float64Array);
  const { shape } = request.matrix;
  const bounds = rowsOfRanks(settings, rowStart);
  await handOver(team, id, { shape, bounds, rowStart, colIndex, values });
  return {
    bytesResident: rowStart.byteLength + colIndex.byteLength + values.byteLength,
    division: `${shape.cols}: ${bounds.join(' ')}`,
    ...product,
    ...(settings.clock && time ? { time } : {}),
    dispose() {
      try {
        team.push(OPS.destroy, id, []);
      } catch {
        // The ranks are lost, and the matrix with them: that was or will be told by a product.
      }
    },
  };
}
