import { isSpmvError } from '@spmv/core';
import { deviceSystem, solve } from '@spmv/solvers';
import { randomVector, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { EMULATED_VECTORS } from '../emulated-vectors.ts';
import { DEVICES, registryOf, withDevices } from '../places.ts';

const registry = registryOf(true);
const poisson = stencil5({ n: 30, ny: 25 });
const b = randomVector(750, { seed: 5 });

/** A pass of conjugate gradients of which the call after so many fails, on whichever device that is. */
function failingAfter(calls: number): Readonly<Record<string, (typeof EMULATED_VECTORS)[string]>> {
  const name = 'descend_plain_f64';
  let left = calls;
  return {
    [name](given) {
      if (left-- === 0) throw new Error('CUDA_ERROR_ILLEGAL_ADDRESS: launching descend_plain_f64: injected');
      EMULATED_VECTORS[name]?.(given);
    },
  };
}

describe.each(DEVICES.slice(1))('devices %s', (device) => {
  it('end together where one of them fails within an iteration: what is asked for later gives that error', async () => {
    for (const calls of [0, 1, 2, 7, 40])
      await withDevices(
        device,
        async (backend) => {
          const system = await deviceSystem({ backend, registry, coo: poisson });
          const idle = backend.vector(750);
          const failed = await solve(system, b, { method: 'cg', M: 'none', rtol: 1e-12 }).catch(
            (error: unknown) => error,
          );
          expect(isSpmvError(failed, 'BACKEND.FAILED')).toBe(true);
          expect(String(failed)).toContain('CUDA_ERROR_ILLEGAL_ADDRESS');
          await expect(idle.read()).rejects.toThrow('CUDA_ERROR_ILLEGAL_ADDRESS');
          await expect(idle.write(new Float64Array(750))).rejects.toThrow('CUDA_ERROR_ILLEGAL_ADDRESS');
          await expect(deviceSystem({ backend, registry, coo: poisson })).rejects.toThrow('CUDA_ERROR_ILLEGAL_ADDRESS');
          await system.dispose();
        },
        3,
        failingAfter(calls),
      ).catch((error: unknown) => {
        // Closing waits for the devices, and is told of the same.
        if (!String(error).includes('CUDA_ERROR_ILLEGAL_ADDRESS') && !isSpmvError(error, 'LIFETIME.DISPOSAL_FAILED'))
          throw error;
      });
  });

  it('stop at the next check where a solution is aborted, and go on with the next', async () => {
    await withDevices(device, async (backend) => {
      const system = await deviceSystem({ backend, registry, coo: poisson });
      const stop = new AbortController();
      let checks = 0;
      const options = { method: 'cg', M: 'none', rtol: 1e-12, checkEvery: 5 } as const;
      const aborted = await solve(system, b, {
        ...options,
        signal: stop.signal,
        callback: () => {
          if (++checks === 3) stop.abort();
        },
      });
      expect(aborted.reason).toBe('aborted');
      expect(aborted.iterations).toBeLessThan(30);
      expect((await solve(system, b, options)).reason).toBe('converged');
      await system.dispose();
    });
  });
});
