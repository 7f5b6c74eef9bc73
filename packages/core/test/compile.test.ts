import { expect, it } from 'vitest';
import type { DriverRequest } from '../src/index.ts';
import { openBackend } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';

const operation = operationOf([{ role: 'vector', name: 'y', length: 'n', access: 'write' }], {
  sizes: { n: { default: 4, title: 'elements' } } as never,
  trivial: { sizes: ['n'], scalars: [] },
});
const kernel = kernelOf(operation);

/** A backend that compiles, and what it was asked to. */
async function compiling() {
  const device = recordingDevice();
  const compiled: DriverRequest[] = [];
  const open = async (): ReturnType<typeof device.descriptor.open> => ({
    ...(await device.descriptor.open({})),
    compile: async (request) => void compiled.push(request),
  });
  return { backend: await openBackend({ ...device.descriptor, open }), compiled, prepared: device.requests };
}

it('compiles what preparing the same would be given, and makes no operator of it', async () => {
  const { backend, compiled, prepared } = await compiling();
  await backend.compile?.({ operation, kernel });
  expect([compiled.length, prepared.length]).toEqual([1, 0]);
  await backend.prepare({ operation, kernel });
  expect(compiled).toEqual(prepared);
  await backend.compile?.({ operation, kernel, sizes: { n: 0 } });
  expect(compiled).toHaveLength(1);
});

it('refuses what preparing refuses, and a backend that was disposed of', async () => {
  const { backend, compiled } = await compiling();
  const wrong = { operation, kernel: { ...kernel, operation: 'other' } };
  await expect(backend.compile?.(wrong)).rejects.toMatchObject({ code: 'KERNEL.WRONG_OPERATION' });
  await backend.dispose();
  await expect(backend.compile?.({ operation, kernel })).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  expect(compiled).toEqual([]);
});

it('is absent where a driver compiles nothing', async () => {
  const backend = await openBackend(recordingDevice().descriptor);
  expect(backend.compile).toBeUndefined();
});
