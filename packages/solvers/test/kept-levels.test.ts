import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import type { Backend } from '@spmv/core';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { createHierarchy } from '@spmv/multigrid';
import { randomVector, stencil5, stretched } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { describe, expect, it } from 'vitest';
import { deviceSystem, hostSystem, solve } from '../src/index.ts';

const A = stencil5({ n: 40, ny: 36 });
const b = randomVector(1440, { seed: 4 });
const OPTIONS = { method: 'cg', rtol: 1e-8 } as const;

/** A backend that counts the numbers it is given, in matrices and vectors, and the operators of matrices that are there. */
async function counting() {
  const backend = await openBackend(serial);
  const count = { given: 0, matrices: 0 };
  const counted: Backend = {
    ...backend,
    vector: ((data: ArrayLike<number> | number, ...rest: []) => {
      if (typeof data !== 'number') count.given += data.length;
      const vector = backend.vector(data as Float64Array, ...rest);
      const write = vector.write.bind(vector);
      return Object.assign(vector, {
        write(numbers: Float64Array) {
          count.given += numbers.length;
          return write(numbers);
        },
      });
    }) as Backend['vector'],
    async prepare(request) {
      const operator = await backend.prepare(request);
      if (!('matrix' in request)) return operator;
      // A matrix that a backend holds is not given again.
      if (request.matrix && 'nnz' in request.matrix) count.given += request.matrix.nnz;
      count.matrices++;
      const dispose = operator.dispose.bind(operator);
      return Object.assign(operator, {
        dispose() {
          count.matrices--;
          return dispose();
        },
      });
    },
  };
  const registry = createRegistry([serialPlugin, formats, vectors]);
  const system = await deviceSystem({ backend: counted, registry, coo: A });
  return {
    system,
    count,
    close: async () => {
      await system.dispose();
      expect(count.matrices).toBe(0);
      await backend.dispose();
    },
  };
}

describe('levels', () => {
  it('are given to the backend once: the next solve gives b, x and 1 alone', async () => {
    const { system, count, close } = await counting();
    for (const M of ['multigrid', createHierarchy(A, { coarsestRows: 100 })] as const) {
      const first = await solve(system, b, { ...OPTIONS, M });
      const [given, matrices] = [count.given, count.matrices];
      const second = await solve(system, b, { ...OPTIONS, M });
      expect(second.x).toEqual(first.x);
      expect(count.given - given).toBeLessThan(3 * 1440);
      expect(count.matrices).toBe(matrices);
    }
    await close();
  });

  it('of a hierarchy that nobody uses go when another is used, and not before', async () => {
    const { system, count, close } = await counting();
    const [one, other] = [1, 2].map((seed) => createHierarchy(A, { seed }));
    await solve(system, b, { ...OPTIONS, M: one });
    const matrices = count.matrices;
    const both = await Promise.all([one, other, one].map((M) => solve(system, b, { ...OPTIONS, M })));
    expect(both.map(({ reason }) => reason)).toEqual(['converged', 'converged', 'converged']);
    expect(count.matrices).toBe(matrices);
    await close();
  });
});

describe('a signal while levels are made', () => {
  const signalled = (): AbortSignal => {
    const aborter = new AbortController();
    queueMicrotask(() => queueMicrotask(() => aborter.abort()));
    return aborter.signal;
  };

  it('ends the solve with the x that it began from, and the next one makes them', async () => {
    const system = await hostSystem(A);
    const [left, right] = await Promise.all([
      solve(system, b, { ...OPTIONS, M: 'multigrid', signal: signalled() }),
      solve(system, b, { ...OPTIONS, M: 'multigrid' }),
    ]);
    expect([left.reason, left.iterations, left.preconditioner]).toEqual(['aborted', 0, 'multigrid']);
    expect(Math.max(...left.x)).toBe(0);
    expect(right.reason).toBe('converged');
  });

  it('ends the automatic choice with the x of the iterations before, and says so', async () => {
    const matrix = stretched(102);
    const aborter = new AbortController();
    const signal = Object.defineProperty(aborter.signal, 'throwIfAborted', {
      value() {
        aborter.abort();
        throw aborter.signal.reason;
      },
    });
    const found = await solve(await hostSystem(matrix), randomVector(matrix.shape.rows, { seed: 3 }), {
      rtol: 1e-8,
      maxiter: 5000,
      signal,
    });
    expect([found.reason, found.iterations]).toEqual(['aborted', 250]);
    expect(found.attempts.map(({ preconditioner, reason }) => [preconditioner, reason])).toEqual([
      ['jacobi', 'limit'],
      ['multigrid', 'aborted'],
    ]);
    expect(found.relativeResidual).toBeLessThan(1);
  });
});
