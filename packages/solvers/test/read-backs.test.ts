import { createWebGpu, defaultHost, webgpu, plugin as webgpuPlugin } from '@spmv/backend-webgpu';
import type { GpuDevice, GpuHost } from '@spmv/backend-webgpu';
import { cooFromEntries, createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { expect, it } from 'vitest';
import { deviceSystem, solve, solverPlugins } from '../src/index.ts';
import { needsBackend } from '../../../tools/needs.ts';

const probe = await webgpu.probe();

type GpuBuffer = ReturnType<GpuDevice['createBuffer']>;
type Changeable<T> = { -readonly [K in keyof T]: T[K] };

/** The usual host, whose buffers count how often they are mapped to be read. */
function countingHost(): { readonly host: GpuHost; readonly count: () => number } {
  let count = 0;
  const counted = (buffer: Changeable<GpuBuffer>): GpuBuffer => {
    const map = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = (...range) => {
      count++;
      return map(...range);
    };
    return buffer;
  };
  const host: GpuHost = {
    title: defaultHost.title,
    async acquire(options) {
      const handle = await defaultHost.acquire(options);
      const adapter: Changeable<typeof handle.adapter> = handle.adapter;
      const request = adapter.requestDevice.bind(adapter);
      adapter.requestDevice = async (descriptor) => {
        const device: Changeable<GpuDevice> = await request(descriptor);
        const create = device.createBuffer.bind(device);
        device.createBuffer = (of) => counted(create(of));
        return device;
      };
      return handle;
    },
  };
  return { host, count: () => count };
}

it(
  '1,000 iterations of CG on WebGPU read nothing between checks',
  { timeout: 120_000, ...needsBackend('webgpu', probe) },
  async () => {
    // A chain of springs: residuals stay for as many iterations as it has links.
    const n = 1500;
    const at = Array.from({ length: 3 * n - 2 }, (_, e) => [Math.floor((e + 1) / 3), e - 2 * Math.floor((e + 1) / 3)]);
    const coo = cooFromEntries(
      { rows: n, cols: n },
      {
        rowIndex: at.map(([row = 0]) => row),
        colIndex: at.map(([, col = 0]) => col),
        values: at.map(([row, col]) => (row === col ? 2 : -1)),
      },
    );
    const b = Float64Array.from({ length: n }, (_, i) => (i === 0 ? 1 : 0));
    const { host, count } = countingHost();
    const backend = await openBackend(createWebGpu(host));
    const registry = createRegistry([webgpuPlugin, formats, ...solverPlugins]);
    const system = await deviceSystem({ backend, registry, coo, precision: 'f32' });
    const before = count();
    let checks = 0;
    const options = { method: 'cg', M: 'none', rtol: 1e-6, maxiter: 1000 } as const;
    const { iterations } = await solve(system, b, { ...options, callback: () => void checks++ });
    expect(iterations).toBe(1000);
    expect(checks).toBeLessThan(50);
    // Besides: ‖b − Ax‖ at both ends, and x.
    expect(count() - before).toBe(checks + 3);
    await system.dispose();
    await backend.dispose();
  },
);
