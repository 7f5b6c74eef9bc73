import { describe, expect, it } from 'vitest';
import type {
  BackendDescriptor,
  Operand,
  Operation,
  StripedMatrix,
  StripedRequest,
  StripeRequest,
} from '../src/index.ts';
import { cutFor, leastMs, openBackend } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';

const ROWS = 300;

/** A matrix of 300 × 7 in a format that stores nothing, in two stripes. */
function striped(): StripedMatrix {
  const stripes = [
    { begin: 0, end: 128 },
    { begin: 128, end: ROWS },
  ];
  return {
    format: 'test/none',
    shape: { rows: ROWS, cols: 7 },
    nnz: 10,
    valueType: 'f64',
    params: {},
    stripes,
    bytes: 80,
    build: (s) => {
      const { begin, end } = stripes[s] as { begin: number; end: number };
      const shape = { rows: end - begin, cols: 7 };
      return { format: 'test/none', shape, nnz: 5, valueType: 'f64', params: {}, scalars: {}, arrays: {} };
    },
  };
}

/** A recording device that takes stripes, and what it was given. */
function stripingDevice(): {
  readonly descriptor: BackendDescriptor;
  readonly given: { stripes?: readonly StripeRequest[]; whole?: StripedRequest };
} {
  const { descriptor } = recordingDevice();
  const given: { stripes?: readonly StripeRequest[]; whole?: StripedRequest } = {};
  return {
    given,
    descriptor: {
      ...descriptor,
      open: async (options) => {
        const driver = await descriptor.open(options);
        return {
          ...driver,
          prepareStripes: async (whole) => {
            given.whole = whole;
            given.stripes = Array.from({ length: whole.count }, (_, s) => whole.at(s));
            const streaming = { pieces: whole.count, bytes: whole.bytes, bytesPerSecond: 1000 };
            return { bytesResident: 8, streaming, apply: () => {}, dispose: () => {} };
          },
        };
      },
    },
  };
}

const matrix: Operand = { role: 'matrix', name: 'A' };

function prepared(operands: readonly Operand[], layouts = {}, more: Partial<Operation> = {}) {
  const device = stripingDevice();
  const operation = operationOf([matrix, ...operands], { sizes: { k: { default: 3, doc: '' } }, ...more });
  const kernel = kernelOf(operation, { format: 'test/none', precisions: [{ precision: 'f64', accumulator: 'f64' }] });
  const preparing = openBackend(device.descriptor).then((backend) =>
    backend.prepare({ operation, kernel, stripes: striped(), trusted: true, layouts }),
  );
  return { preparing, given: device.given };
}

describe('a matrix given in stripes', () => {
  it('is bound stripe by stripe, operands with a part for each row where theirs begins', async () => {
    const { preparing, given } = prepared(
      [
        { role: 'vector', name: 'x', length: 'cols', access: 'read' },
        { role: 'vector', name: 'y', length: 'rows', access: 'update' },
        { role: 'dense', name: 'byRows', rows: 'rows', cols: 'k', access: 'write' },
        { role: 'dense', name: 'byColumns', rows: 'rows', cols: 'k', access: 'write' },
        { role: 'dense', name: 'across', rows: 'k', cols: 'rows', access: 'read' },
        { role: 'device-scalar', name: 's', access: 'read' },
      ],
      { byRows: { leadingDimension: 5 }, byColumns: { order: 'column', leadingDimension: 400 } },
    );
    const operator = await preparing;
    expect(given.whole).toMatchObject({ count: 2, bytes: 80, kernel: { id: 'js/test/op' } });
    expect(given.whole?.signature.buffers.map(({ length }) => length)).toEqual([7, 300, 1498, 1100, 900, 1]);
    expect(given.stripes?.map(({ offsets }) => offsets)).toEqual([
      [0, 0, 0, 0, 0, 0],
      [0, 128, 640, 128, 128, 0],
    ]);
    const [, second] = given.stripes ?? [];
    expect(second).toMatchObject({ begin: 128, end: 300, sizes: { rows: 172, cols: 7, nnz: 5, k: 3 } });
    expect(second?.signature.buffers.map(({ layout }) => layout?.leadingDimension)).toEqual([
      undefined,
      undefined,
      5,
      400,
      300,
      undefined,
    ]);
    expect(operator.shape).toEqual({ rows: ROWS, cols: 7 });
    expect(operator.streaming).toEqual({ pieces: 2, bytes: 80, bytesPerSecond: 1000 });
    expect(operator.streaming && leastMs(operator.streaming)).toBe(80);
  });

  it.each([
    ['a vector of columns', { role: 'vector', name: 'y', length: 'cols', access: 'update' }],
    ['a number', { role: 'device-scalar', name: 'y', access: 'write' }],
    ['something of entries', { role: 'vector', name: 'y', length: 'nnz', access: 'read' }],
  ] as const)('is refused where an operation writes, or reads, %s', async (_what, operand) => {
    await expect(prepared([operand]).preparing).rejects.toMatchObject({
      code: 'KERNEL.REFUSED',
      message: expect.stringContaining('part in all of y'),
    });
  });

  it('is refused by a backend that takes a matrix whole', async () => {
    const operation = operationOf([matrix, { role: 'vector', name: 'y', length: 'rows', access: 'write' }]);
    const backend = await openBackend(recordingDevice().descriptor);
    await expect(
      backend.prepare({ operation, kernel: kernelOf(operation, { format: 'test/none' }), stripes: striped() }),
    ).rejects.toMatchObject({ code: 'BACKEND.LIMIT', message: expect.stringContaining("'recording'") });
  });

  it('is checked stripe by stripe unless somebody vouches for it', async () => {
    const { descriptor } = stripingDevice();
    const operation = operationOf([matrix, { role: 'vector', name: 'y', length: 'rows', access: 'write' }]);
    const kernel = kernelOf(operation, { format: 'test/none' });
    const backend = await openBackend(descriptor);
    await expect(backend.prepare({ operation, kernel, stripes: striped() })).rejects.toMatchObject({
      code: 'FORMAT.UNCHECKED',
    });
  });

  it('without entries asks no driver', async () => {
    const { preparing, given } = prepared(
      [{ role: 'vector', name: 'y', length: 'rows', access: 'write' }],
      {},
      {
        trivial: { sizes: ['nnz'], scalars: [] },
      },
    );
    await preparing;
    expect(given.whole).toBeDefined();
    const device = stripingDevice();
    const operation = operationOf([matrix, { role: 'vector', name: 'y', length: 'rows', access: 'write' }], {
      trivial: { sizes: ['nnz'], scalars: [] },
    });
    const backend = await openBackend(device.descriptor);
    const kernel = kernelOf(operation, { format: 'test/none' });
    const empty = { ...striped(), nnz: 0 };
    expect((await backend.prepare({ operation, kernel, stripes: empty })).streaming).toBeUndefined();
    expect(device.given.whole).toBeUndefined();
  });
});

describe('how a matrix is cut for a device', () => {
  it('is by what the device says of its memory, and not at all where it fits', () => {
    const limits = { memoryBytes: 1000, maxStripeBytes: 60 };
    expect(cutFor({ limits }, 800, 100)).toBeUndefined();
    expect(cutFor({ limits }, 800, 101)).toEqual({ maxStripeBytes: 60 });
    expect(cutFor({ limits: {} }, 2 ** 60, 0)).toBeUndefined();
  });
});
