import { setImmediate as turn } from 'node:timers/promises';
import type { DriverOperator, DriverRequest, TypedArray } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { OPS } from './native.ts';
import type { PetscProgram } from './petsc-program.ts';
import type { PetscVector } from './petsc-vector.ts';
import type { Team } from './team.ts';

/** Entries handed over at a time: 3 MiB, so that a matrix of any size passes through a small /dev/shm. */
const CHUNK = 2 ** 18;

function arrayOf({ kernel, signature, matrix }: DriverRequest, name: string): TypedArray {
  const array = name.startsWith(`${signature.matrix}.`) ? matrix.arrays[name.slice(name.indexOf('.') + 1)] : undefined;
  if (array) return array;
  throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel.id}' names '${name}', which is no array of its matrix.`, {
    fix: "Correct the kernel's program.",
    details: { kernel: kernel.id, name },
  });
}

function typed<T extends TypedArray>(request: DriverRequest, name: string, type: new (length: number) => T): T {
  const array = arrayOf(request, name);
  if (array instanceof type) return array;
  throw new SpmvError(
    'KERNEL.LOAD_FAILED',
    `Kernel '${request.kernel.id}' names '${name}', which is no ${type.name}.`,
    {
      fix: "Correct the kernel's program.",
      details: { kernel: request.kernel.id, name },
    },
  );
}

/** Hands the matrix over in pieces: every rank keeps its rows. */
async function handOver(team: Team, id: number, request: DriverRequest): Promise<number> {
  const { starts, columns, values } = request.program as PetscProgram;
  const rowStart = typed(request, starts, Int32Array);
  const colIndex = typed(request, columns, Int32Array);
  const entries = typed(request, values, Float64Array);
  const { rows, cols } = request.matrix.shape;
  const region = team.arena.allocate('a piece of the matrix', CHUNK * 12);
  const buffer = team.arena.view(region);
  const indices = new Int32Array(buffer, 0, CHUNK);
  const numbers = new Float64Array(buffer, CHUNK * 4, CHUNK);
  try {
    team.push(OPS.create, id, [rows, cols]);
    for (let first = 0; first < rowStart.length; first += CHUNK) {
      const part = rowStart.subarray(first, first + CHUNK);
      indices.set(part);
      team.push(OPS.stageRows, id, [first, part.length, region.offset]);
      team.wait();
    }
    for (let first = 0; first < colIndex.length; first += CHUNK) {
      const part = colIndex.subarray(first, first + CHUNK);
      indices.set(part);
      numbers.set(entries.subarray(first, first + CHUNK));
      team.push(OPS.stageEntries, id, [first, part.length, region.offset, region.offset + CHUNK * 4]);
      team.wait();
      await turn();
    }
    team.push(OPS.assemble, id, []);
    team.wait();
  } finally {
    team.arena.hide(buffer);
    team.arena.free(region);
  }
  return rowStart.byteLength + colIndex.byteLength + entries.byteLength;
}

/** Makes a matrix of PETSc and binds its product. Errors: `KERNEL.LOAD_FAILED`, `BACKEND.WORKER_LOST`, `BACKEND.FAILED`, `BACKEND.OUT_OF_MEMORY`. */
export async function preparePetscOperator(team: Team, id: number, request: DriverRequest): Promise<DriverOperator> {
  team.assertAlive();
  const { signature, kernel } = request;
  const transpose = Number((request.program as PetscProgram).transpose);
  const place = (list: readonly { readonly name: string }[], name: string): number => {
    const found = list.findIndex((slot) => slot.name === name);
    if (found >= 0) return found;
    throw new SpmvError('KERNEL.LOAD_FAILED', `Kernel '${kernel.id}' needs operand '${name}'.`, {
      fix: "Correct the kernel's operation.",
      details: { kernel: kernel.id, name },
    });
  };
  const [x, y] = [place(signature.buffers, 'x'), place(signature.buffers, 'y')];
  const [alpha, beta] = [place(signature.scalars, 'alpha'), place(signature.scalars, 'beta')];
  const bytesResident = await handOver(team, id, request);
  return {
    bytesResident,
    apply(buffers, scalars) {
      const from = buffers[x] as PetscVector;
      const to = buffers[y] as PetscVector;
      team.multiply(id, from.offset, to.offset, transpose, scalars[alpha] as number, scalars[beta] as number);
    },
    dispose() {
      try {
        team.push(OPS.destroy, id, []);
      } catch {
        // The ranks are lost, and the matrix with them: that was or will be told by a product.
      }
    },
  };
}
