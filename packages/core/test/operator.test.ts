import { describe, expect, it } from 'vitest';
import type { Operand, Vector } from '../src/index.ts';
import { isSpmvError, openBackend } from '../src/index.ts';
import { kernelOf, operationOf, recordingDevice } from './fake-device.ts';
import { thrown } from './thrown.ts';

/** a, x [n], B n × k, s, C k × n, y [n], b: C ← …, y ← … + by, without a stored matrix. */
const OPERANDS: readonly Operand[] = [
  { role: 'scalar', name: 'a' },
  { role: 'vector', name: 'x', length: 'n', access: 'read' },
  { role: 'dense', name: 'B', rows: 'n', cols: 'k', access: 'read' },
  { role: 'device-scalar', name: 's', access: 'read' },
  { role: 'dense', name: 'C', rows: 'k', cols: 'n', access: 'write' },
  { role: 'vector', name: 'y', length: 'n', access: 'update', factor: 'b' },
  { role: 'scalar', name: 'b', default: 3 },
];
const operation = operationOf(OPERANDS, {
  sizes: { n: { default: 2, doc: 'Elements of x.' }, k: { default: 3, doc: 'Columns of B.' } },
  trivial: { sizes: ['k'], scalars: ['a'] },
});
const kernel = kernelOf(operation);
const request = { operation, kernel };

/** An operator, operands that fit it, and what the device saw. */
async function opened(more: object = {}, n = 2, k = 3) {
  const device = recordingDevice();
  const backend = await openBackend(device.descriptor);
  const operator = await backend.prepare({ ...request, ...more });
  const fill = (length: number, value: number): Float64Array => new Float64Array(length).fill(value);
  const x = backend.vector(fill(n, 1));
  const B = backend.dense(n, k, { data: fill(n * k, 2) });
  const s = backend.vector(fill(1, 3));
  const C = backend.dense(k, n, { data: fill(k * n, 4) });
  const y = backend.vector(fill(n, 5));
  return { ...device, backend, operator, x, B, s, C, y };
}

describe('an operation without a stored matrix', () => {
  it('is prepared with its signature and sizes, and given its operands in order', async () => {
    const { operator, requests, products, x, B, s, C, y } = await opened();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.sizes).toEqual({ rows: 0, cols: 0, nnz: 0, n: 2, k: 3 });
    expect(requests[0]?.signature.buffers.map(({ name, length }) => [name, length])).toEqual([
      ['x', 2],
      ['B', 6],
      ['s', 1],
      ['C', 6],
      ['y', 2],
    ]);
    expect(requests[0]?.matrix.arrays).toEqual({});
    expect([operator.shape, operator.sizes['k'], operator.operation]).toEqual([{ rows: 0, cols: 0 }, 3, operation]);
    operator.apply(7, x, B, s, C, y);
    operator.apply(7, x, B, s, C, y, -1);
    expect(products).toEqual([
      { first: [1, 2, 3, 4, 5], scalars: [7, 3] },
      { first: [1, 2, 3, 4, 5], scalars: [7, -1] },
    ]);
  });

  it('gives the driver the same two lists with every product, and lists of its own when it is timed', async () => {
    const { operator, lists, x, B, s, C, y } = await opened();
    operator.apply(7, x, B, s, C, y);
    operator.apply(8, x, B, s, C, y);
    expect(await operator.time([9, x, B, s, C, y], { runs: 2 })).toHaveLength(2);
    expect(lists[2]).toBe(lists[0]);
    expect(lists[3]).toBe(lists[1]);
    expect(lists[4]).not.toBe(lists[0]);
    expect(lists[5]).not.toBe(lists[1]);
    expect([...(lists[5] as Float64Array)]).toEqual([9, 3]);
  });

  it('takes no matrix, and one with a matrix does not go without', async () => {
    const { backend } = await opened();
    expect(await thrown(() => backend.prepare({ ...request, matrix: {} as never }))).toBe('OPERAND.MATRIX');
    const needs = operationOf([{ role: 'matrix', name: 'A' }]);
    expect(await thrown(() => backend.prepare({ operation: needs, kernel: kernelOf(needs) }))).toBe('OPERAND.MATRIX');
  });

  it('computes in the precision asked for, f64 by default', async () => {
    const { backend, operator } = await opened();
    expect(operator.precision).toBe('f64');
    expect((await backend.prepare({ ...request, precision: 'f32' })).precision).toBe('f32');
    expect(await thrown(() => backend.prepare({ ...request, precision: 'f16' }))).toBe('KERNEL.PRECISION_UNSUPPORTED');
  });
});

describe('sizes of its own', () => {
  it('are what was asked for', async () => {
    const { requests, operator } = await opened({ sizes: { k: 5 } });
    expect(operator.sizes).toMatchObject({ n: 2, k: 5 });
    expect(requests[0]?.signature.buffers.map(({ length }) => length)).toEqual([2, 10, 1, 10, 2]);
  });

  it('are refused when they are unknown, or no size', async () => {
    const { backend } = await opened();
    for (const sizes of [{ m: 1 }, { rows: 1 }, { k: -1 }, { k: 0.5 }, { k: 2 ** 31 }, { k: '2' }, { k: Number.NaN }]) {
      expect(await thrown(() => backend.prepare({ ...request, sizes: sizes as never }))).toBe('OPERAND.SIZE');
    }
    const error = await backend.prepare({ ...request, sizes: { m: 1 } }).catch((caught: unknown) => caught);
    expect(isSpmvError(error) && error.fix).toContain('n, k');
  });
});

describe('dense operands', () => {
  it('lie as the operator was told', async () => {
    const layouts = { B: { order: 'column', leadingDimension: 4 } } as const;
    const { backend, operator, requests, products, x, B, s, C, y } = await opened({ layouts });
    expect(requests[0]?.signature.buffers[1]?.layout).toMatchObject({
      rows: 2,
      cols: 3,
      order: 'column',
      leadingDimension: 4,
    });
    const turned = backend.dense(2, 3, layouts.B);
    expect([turned.length, turned.layout]).toEqual([10, requests[0]?.signature.buffers[1]?.layout]);
    operator.apply(7, x, turned, s, C, y);
    expect(products).toHaveLength(1);
    const others = [B, backend.dense(2, 3, { order: 'column' }), backend.dense(3, 2, { order: 'column' })];
    for (const other of [...others, backend.vector(10)]) {
      expect(await thrown(() => operator.apply(7, x, other, s, C, y))).toBe('OPERAND.LAYOUT');
    }
    expect(products).toHaveLength(1);
  });

  it('of another order are told apart where lengths agree', async () => {
    const { backend, operator, x, s, C, y } = await opened();
    const other = backend.dense(2, 3, { order: 'column' });
    try {
      operator.apply(7, x, other, s, C, y);
      expect.unreachable();
    } catch (error) {
      expect(isSpmvError(error, 'OPERAND.LAYOUT') && error.message).toBe(
        'B has to be 2 × 3 by rows with leading dimension 3, not 2 × 3 by columns with leading dimension 2.',
      );
    }
  });

  it('are checked as they are made', async () => {
    const { backend } = await opened();
    expect(await thrown(() => backend.dense(2, 3, { leadingDimension: 2 }))).toBe('OPERAND.LAYOUT');
    expect(await thrown(() => backend.dense(-1, 3))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => backend.dense(2 ** 20, 2 ** 20))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => backend.dense(2, 3, { data: new Float64Array(5) }))).toBe('OPERAND.LENGTH');
    expect(backend.dense(2, 3, { data: new Float32Array(6) }).precision).toBe('f32');
    expect(backend.dense(0, 3).length).toBe(0);
  });

  it('are refused a layout that is impossible, or of what is not dense', async () => {
    const { backend } = await opened();
    const prepare = (layouts: object) => thrown(() => backend.prepare({ ...request, layouts: layouts as never }));
    expect(await prepare({ B: { leadingDimension: 2 } })).toBe('OPERAND.LAYOUT');
    expect(await prepare({ x: {} })).toBe('OPERAND.LAYOUT');
  });
});

describe('a trivial product', () => {
  it('of a host scalar 0 writes 0, or factor times what was there, and asks no kernel', async () => {
    const { operator, products, scaled, x, B, s, C, y } = await opened();
    operator.apply(0, x, B, s, C, y, 2);
    expect(products).toEqual([]);
    expect(scaled).toEqual([
      [6, 0],
      [2, 2],
    ]);
    expect([...(await C.read())]).toEqual(Array(6).fill(0));
    expect([...(await y.read())]).toEqual([10, 10]);
    expect([...(await x.read()), ...(await B.read()), ...(await s.read())]).toEqual([1, 1, 2, 2, 2, 2, 2, 2, 3]);
    expect(await operator.time([0, x, B, s, C, y], { runs: 2 })).toBeUndefined();
  });

  it('of a size 0 does so without any kernel prepared', async () => {
    const { operator, requests, products, scaled, x, B, s, C, y } = await opened({ sizes: { k: 0 } }, 2, 0);
    expect(requests).toEqual([]);
    expect(operator.bytesResident).toBe(0);
    operator.apply(7, x, B, s, C, y);
    expect(products).toEqual([]);
    expect(scaled).toEqual([[2, 3]]);
    expect([...(await y.read())]).toEqual([15, 15]);
  });
});

describe('operands that do not fit', () => {
  it('are refused before anything is written', async () => {
    const { backend, operator, products, scaled, x, B, s, C, y } = await opened();
    const other = await openBackend(recordingDevice().descriptor);
    const apply = (...given: unknown[]) => thrown(() => operator.apply(...given));
    expect(await apply(7, backend.vector(3), B, s, C, y)).toBe('OPERAND.LENGTH');
    expect(await apply(7, x, B, x, C, y)).toBe('OPERAND.LENGTH');
    expect(await apply(7, x, B, 3, C, y)).toBe('OPERAND.FOREIGN');
    expect(await apply(7, x, B, other.vector(1), C, y)).toBe('OPERAND.FOREIGN');
    expect(await apply(7, backend.vector(2, 'f32'), B, s, C, y)).toBe('OPERAND.TYPE');
    expect(await apply(7, x, B, s, C, y, null)).toBe('OPERAND.SCALAR');
    expect(await apply(undefined, x, B, s, C, y)).toBe('OPERAND.SCALAR');
    expect(await apply(7, x, B, s, C, y, 2, 3)).toBe('OPERAND.LENGTH');
    expect(await thrown(() => operator.time([7, x, B, s, C, y, 2, 3], { runs: 1 }))).toBe('OPERAND.LENGTH');
    expect([products, scaled]).toEqual([[], []]);
  });

  it('are refused by code when they are missing', async () => {
    const { operator, x, B, s, C } = await opened();
    for (const given of [[], [7], [7, x, B, s, C], [7, null, B, s, C]]) {
      expect(await thrown(() => operator.apply(...given))).toBe('OPERAND.FOREIGN');
    }
  });

  it('say which size they need', async () => {
    const { backend, operator, B, s, C, y } = await opened();
    const long = backend.vector(3);
    try {
      operator.apply(7, long, B, s, C, y);
      expect.unreachable();
    } catch (error) {
      expect(isSpmvError(error) && [error.message, error.fix]).toEqual([
        'x needs 2 elements, not 3.',
        'Give x as many elements as n: 2.',
      ]);
    }
  });

  it('say that a scalar without a default has to be given, and what the others are without one', async () => {
    const { operator, x, B, s, C, y } = await opened();
    const error = (...given: unknown[]): unknown => {
      try {
        operator.apply(...given);
      } catch (caught) {
        return isSpmvError(caught) && [caught.message, caught.fix];
      }
      return undefined;
    };
    expect(error(undefined, x, B, s, C, y)).toEqual(['a needs a number, not nothing.', 'Give a as a number.']);
    expect(error(7, x, B, s, C, y, '2')).toEqual([
      'b needs a number, not a string.',
      'Give b as a number. You may leave it out: b is 3 then.',
    ]);
  });

  it('may be the same where both are read, never where one is written', async () => {
    const square = operationOf(
      [
        { role: 'vector', name: 'u', length: 'n', access: 'read' },
        { role: 'vector', name: 'v', length: 'n', access: 'read' },
        { role: 'vector', name: 'w', length: 'n', access: 'write' },
        { role: 'vector', name: 'z', length: 'n', access: 'update', factor: 'b' },
        { role: 'scalar', name: 'b', default: 0 },
      ],
      { sizes: { n: { default: 2, doc: '' } } },
    );
    const device = recordingDevice();
    const backend = await openBackend(device.descriptor);
    const operator = await backend.prepare({ operation: square, kernel: kernelOf(square) });
    const [p, q, r] = [backend.vector(2), backend.vector(2), backend.vector(2)];
    operator.apply(p, p, q, r);
    expect(device.products).toHaveLength(1);
    const aliased: (readonly [readonly Vector[], readonly string[]])[] = [
      [
        [p, q, p, r],
        ['u', 'w'],
      ],
      [
        [q, p, p, r],
        ['v', 'w'],
      ],
      [
        [p, q, r, p],
        ['u', 'z'],
      ],
      [
        [q, p, r, p],
        ['v', 'z'],
      ],
      [
        [p, p, q, q],
        ['w', 'z'],
      ],
    ];
    for (const [given, operands] of aliased) {
      const error = await operator.time(given, { runs: 1 }).catch((caught: unknown) => caught);
      expect(isSpmvError(error, 'OPERAND.ALIASED') && error.details).toEqual({ operands });
      expect(await thrown(() => operator.apply(...given))).toBe('OPERAND.ALIASED');
    }
    expect(device.products).toHaveLength(1);
  });
});
