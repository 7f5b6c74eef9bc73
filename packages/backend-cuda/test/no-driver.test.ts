import { isSpmvError, openBackend } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { cuda } from '../src/descriptor.ts';
import { deviceInfoOf, deviceLabel, findDevice } from '../src/device-facts.ts';
import type { Addon, NativeDeviceFacts } from '../src/native/addon.ts';
import { platformName } from '@spmv/kernel-kit/node';
import { asSpmvError } from '../src/native/native-error.ts';
import { findAddon } from './addon.ts';
import { unless } from '../../../tools/needs.ts';

const { addon, lack } = findAddon();
const hasDriver = addon?.probe().devices !== undefined;

it('the addon loads on this platform, with or without a driver', unless(lack), () => {
  expect(platformName()).toMatch(/^[a-z]+-[a-z0-9]+/);
  expect(Object.keys(addon ?? {}).sort()).toEqual([
    'Clock',
    'Device',
    'Exchange',
    'Replay',
    'compile',
    'libraries',
    'probe',
    'version',
  ]);
});

describe(
  'without a driver',
  unless(lack ?? (hasDriver ? 'not without a driver (its tests are of a machine that has none)' : undefined)),
  () => {
    it('probe says what is missing and what to do, and does not throw', async () => {
      const probe = await cuda.probe();
      expect(probe).toMatchObject({
        available: false,
        reason: expect.stringContaining('libcuda'),
        fix: expect.stringContaining('driver'),
      });
    });

    it('opening is refused with BACKEND.UNAVAILABLE, reason and fix', async () => {
      const error: unknown = await openBackend(cuda).catch((thrown: unknown) => thrown);
      expect(isSpmvError(error, 'BACKEND.UNAVAILABLE')).toBe(true);
      expect((error as Error).message).toContain('no CUDA driver');
    });

    it('a device cannot be made, and the error names what the driver would', () => {
      expect(() => new (addon as Addon).Device(0)).toThrow(/^CUDA_ERROR_NO_DRIVER: opening the CUDA driver: /);
    });
  },
);

describe('errors of the addon', () => {
  it('out of memory names the array and its size', () => {
    const error = asSpmvError(
      new Error("CUDA_ERROR_OUT_OF_MEMORY: allocating 12884901888 bytes for 'A.values': out of memory"),
    );
    expect(error.code).toBe('BACKEND.OUT_OF_MEMORY');
    expect(error.message).toContain("'A.values' of 12.9 GB");
    expect(error.details).toMatchObject({
      array: 'A.values',
      bytes: 12884901888,
      driverCode: 'CUDA_ERROR_OUT_OF_MEMORY',
    });
  });

  it.each([
    [
      'CUDA_ERROR_ILLEGAL_ADDRESS: launching a kernel: an illegal memory access was encountered',
      'BACKEND.FAILED',
      'CUDA_ERROR_ILLEGAL_ADDRESS',
    ],
    [
      'NVRTC_MISSING: compiling CUDA C++ at run time: libnvrtc.so.13: cannot open',
      'BACKEND.UNAVAILABLE',
      'NVRTC_MISSING',
    ],
    ['CUDA_ERROR_NO_DRIVER: opening the CUDA driver: no such file', 'BACKEND.UNAVAILABLE', 'CUDA_ERROR_NO_DRIVER'],
    [
      "CUSPARSE_STATUS_INTERNAL_ERROR: cuSPARSE, multiplying: see the library's manual",
      'BACKEND.FAILED',
      'CUSPARSE_STATUS_INTERNAL_ERROR',
    ],
  ])('%s', (message, code, driverCode) => {
    expect(asSpmvError(new Error(message))).toMatchObject({ code, details: { driverCode } });
  });

  it('anything else is still an error with a fix', () => {
    expect(asSpmvError('odd')).toMatchObject({ code: 'BACKEND.FAILED', fix: expect.any(String) });
  });
});

describe('devices', () => {
  const facts = (ordinal: number, name: string): NativeDeviceFacts => ({
    ordinal,
    name,
    memoryBytes: 2 ** 36,
    compute: 90,
    multiprocessors: 132,
    warpSize: 32,
    maxThreadsPerBlock: 1024,
    maxThreadsPerMultiprocessor: 2048,
    maxSharedPerBlock: 232448,
    l2Bytes: 6e7,
    others: { memoryClockKHz: 3_201_000, memoryBusBits: 6144, kernelTimeout: 0, maxGridX: 2 ** 31 - 1 },
  });
  const devices = [facts(0, 'A'), facts(1, 'B'), facts(2, 'B')];

  it.each([
    [undefined, 0],
    ['1', 1],
    ['2: B', 2],
    ['B', 1],
    ['3', undefined],
  ])('%s is device %s', (wanted, ordinal) => {
    expect(findDevice(devices, wanted)?.ordinal).toBe(ordinal);
  });

  it('is described by what kernels may ask of it', () => {
    const info = deviceInfoOf(devices[1] as NativeDeviceFacts, 13000, ['cusparse'], 2 ** 40);
    expect(info).toMatchObject({
      name: 'B',
      kind: 'gpu',
      capabilities: ['subgroups', 'flushes-subnormals', 'cusparse'],
      details: {
        device: 1,
        computeCapability: '9.0',
        driverVersion: '13.0',
        kernelTimeout: 'no',
        maxGridX: 2 ** 31 - 1,
      },
    });
    // 6144 bits twice a tick of 3.201 GHz.
    expect(info.details?.['peakGbPerSecond']).toBeCloseTo(4916.7, 1);
    expect(info.details).not.toHaveProperty('copiesBesideKernels');
    expect(deviceLabel(devices[1] as NativeDeviceFacts)).toBe('1: B');
  });
});
