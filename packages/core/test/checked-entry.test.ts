import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BackendDescriptor, DriverVector, Kernel, StoredMatrix, ValueArray } from '../src/index.ts';
import { elementTypeOf, NO_PARAMS, openBackend, spmv, valueArray } from '../src/index.ts';
import { thrown } from './thrown.ts';

interface FakeVector extends DriverVector {
  readonly data: ValueArray;
}

let log: string[] = [];
beforeEach(() => {
  log = [];
});

/** A driver that records what the checked entry asks of it; its product is y ← α·x₀ + βy. */
const fake: BackendDescriptor = {
  kind: 'backend',
  id: 'fake',
  title: 'Fake',
  targets: ['js'],
  launchParams: { axes: { threads: { values: [1, 2], default: 2, doc: 'threads' } } },
  probe: async () => ({ available: true, devices: ['fake'] }),
  open: async () => ({
    device: { name: 'Fake', kind: 'cpu', precisions: ['f64', 'f32'], capabilities: ['fma'], limits: {} },
    prepare: async ({ launchParams, kernelParams, precision }) => {
      log.push(
        `prepare threads=${String(launchParams['threads'])} T=${String(kernelParams['T'])} ${precision.precision}/${precision.accumulator}`,
      );
      return {
        bytesResident: 1,
        apply: ([x, y], [alpha = Number.NaN, beta = Number.NaN]) => {
          log.push(`apply ${alpha} ${beta}`);
          const out = (y as FakeVector).data;
          out.forEach((v, i) => {
            out[i] = alpha * ((x as FakeVector).data[0] as number) + (beta === 0 ? 0 : beta * v);
          });
        },
        dispose: () => {
          log.push('dispose operator');
        },
      };
    },
    createVector: (length, precision) => {
      const data = valueArray(precision === 'f32' ? 'f32' : 'f64', length);
      const vector: FakeVector = {
        data,
        write: async (from) => data.set(from),
        read: async (into) => into.set(data),
        dispose: () => {
          log.push('dispose vector');
        },
      };
      return vector;
    },
    scale: (y, beta) => {
      log.push(`scale ${beta}`);
      const { data } = y as FakeVector;
      data.forEach((v, i) => {
        data[i] = beta === 0 ? 0 : beta * v;
      });
    },
    finish: async () => {
      log.push('finish');
    },
    dispose: async () => {
      log.push('dispose driver');
    },
  }),
};

const kernel: Kernel<'js', { T: number }> = {
  kind: 'kernel',
  id: 'js/csr',
  operation: 'spmv',
  target: 'js',
  format: 'csr',
  title: '',
  sources: [],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f64' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: { axes: { T: { values: [1, 2], default: 1, doc: 'threads per row' } } },
  program: () => ({ passes: [] }),
};
const matrix = (rows: number, cols: number, nnz: number, valueType: 'f64' | 'f32' = 'f64'): StoredMatrix => ({
  format: 'csr',
  shape: { rows, cols },
  nnz,
  valueType,
  params: {},
  scalars: {},
  arrays: { values: valueArray(valueType, nnz) },
});
const request = { operation: spmv, matrix: matrix(2, 3, 4), kernel, trusted: true };

describe('prepare', () => {
  it('splits parameters between kernel and backend and fills in defaults', async () => {
    const backend = await openBackend(fake);
    const operator = await backend.prepare({ ...request, params: { T: 2, threads: 1 } });
    expect(log).toEqual(['prepare threads=1 T=2 f64/f64']);
    expect(operator.kernelParams).toEqual({ T: 2 });
    expect(operator.launchParams).toEqual({ threads: 1 });
    await backend.prepare({ ...request, matrix: matrix(2, 3, 4, 'f32') });
    expect(log[1]).toBe('prepare threads=2 T=1 f32/f64');
  });

  it('refuses what does not fit, with the code that says why', async () => {
    const backend = await openBackend(fake);
    const prepare = (change: object) => thrown(() => backend.prepare({ ...request, ...change }));
    expect(await prepare({ kernel: { ...kernel, format: 'coo' } })).toBe('KERNEL.WRONG_FORMAT');
    expect(await prepare({ kernel: { ...kernel, target: 'cuda' } })).toBe('KERNEL.WRONG_TARGET');
    expect(await prepare({ kernel: { ...kernel, requires: ['fma', 'subgroups'] } })).toBe('KERNEL.MISSING_CAPABILITY');
    expect(await prepare({ precision: 'f16' })).toBe('KERNEL.PRECISION_UNSUPPORTED');
    expect(await prepare({ precision: 'f32' })).toBe('KERNEL.PRECISION_UNSUPPORTED');
    expect(await prepare({ kernel: { ...kernel, precisions: [] } })).toBe('KERNEL.PRECISION_UNSUPPORTED');
    expect(await prepare({ params: { T: 7 } })).toBe('PARAM.OUT_OF_RANGE');
    expect(await prepare({ params: { threads: 7 } })).toBe('PARAM.OUT_OF_RANGE');
    expect(await prepare({ params: { colour: 7 } })).toBe('PARAM.UNKNOWN');
    expect(await prepare({ operation: { ...spmv, id: 'gemm' } })).toBe('KERNEL.WRONG_OPERATION');
    expect(await prepare({ kernel: { ...kernel, operation: 'gemm' } })).toBe('KERNEL.WRONG_OPERATION');
    expect(await prepare({ matrix: undefined })).toBe('OPERAND.MATRIX');
    expect(await prepare({ sizes: { rows: 2 } })).toBe('OPERAND.SIZE');
    expect(await prepare({ layouts: { x: {} } })).toBe('OPERAND.LAYOUT');
    expect(log).toEqual([]);
  });
});

describe('apply', () => {
  it('passes alpha and beta rounded to the precision, 1 and 0 by default', async () => {
    const backend = await openBackend(fake);
    const operator = await backend.prepare({ ...request, matrix: matrix(2, 3, 4, 'f32') });
    const x = backend.vector(new Float32Array([2, 0, 0]));
    const y = backend.vector(2, 'f32');
    operator.apply(x, y);
    operator.apply(x, y, 0.1, 0.2);
    expect(log.slice(1)).toEqual(['apply 1 0', `apply ${Math.fround(0.1)} ${Math.fround(0.2)}`]);
    expect([...(await y.read())]).toEqual(Array(2).fill(Math.fround(Math.fround(0.1) * 2 + Math.fround(0.2) * 2)));
  });

  it('only scales y when alpha is 0, or A has no entries, rows or columns', async () => {
    const backend = await openBackend(fake);
    for (const [rows, cols, nnz, alpha] of [
      [2, 3, 4, 0],
      [2, 3, 0, 1],
      [2, 0, 0, 1],
      [0, 3, 0, 1],
    ] as const) {
      log = [];
      const operator = await backend.prepare({ ...request, matrix: matrix(rows, cols, nnz) });
      const x = backend.vector(new Float64Array(cols).fill(Number.NaN));
      const y = backend.vector(new Float64Array(rows).fill(3));
      operator.apply(x, y, alpha, 2);
      expect([...(await y.read())]).toEqual(Array(rows).fill(6));
      expect(log.some((line) => line.startsWith('apply'))).toBe(false);
      expect(operator.bytesResident).toBe(nnz === 0 ? 0 : 1);
    }
  });

  it('takes nothing but numbers for alpha and beta, and undefined for the default', async () => {
    const backend = await openBackend(fake);
    const operator = await backend.prepare(request);
    const x = backend.vector([2, 0, 0]);
    const y = backend.vector([7, 7]);
    log = [];
    for (const wrong of [null, '2', '', 2n, true, {}, [], [2], new Number(2), Symbol('2'), () => 2] as never[]) {
      expect(await thrown(() => operator.apply(x, y, wrong))).toBe('OPERAND.SCALAR');
      expect(await thrown(() => operator.apply(x, y, 0, wrong))).toBe('OPERAND.SCALAR');
      expect(await thrown(() => operator.time([x, y, wrong], { runs: 1 }))).toBe('OPERAND.SCALAR');
      expect(await thrown(() => operator.time([x, y, 0, wrong], { runs: 1 }))).toBe('OPERAND.SCALAR');
    }
    expect(log).toEqual([]);
    expect([...(await y.read())]).toEqual([7, 7]);
    operator.apply(x, y, undefined, undefined);
    operator.apply(x, y, Number.NaN, -Infinity);
    expect(log).toEqual(['apply 1 0', 'apply NaN -Infinity']);
    const empty = await backend.prepare({ ...request, matrix: matrix(0, 3, 0) });
    expect(await thrown(async () => empty.apply(x, backend.vector(0), null as never))).toBe('OPERAND.SCALAR');
  });

  it('checks every operand before anything is written', async () => {
    const backend = await openBackend(fake);
    const other = await openBackend(fake);
    const operator = await backend.prepare({ ...request, matrix: matrix(3, 3, 4) });
    const x = backend.vector([1, 2, 3]);
    const y = backend.vector([7, 7, 7]);
    expect(await thrown(async () => operator.apply(x, backend.vector(2)))).toBe('OPERAND.LENGTH');
    expect(await thrown(async () => operator.apply(backend.vector(4), y))).toBe('OPERAND.LENGTH');
    expect(await thrown(async () => operator.apply(backend.vector(3, 'f32'), y))).toBe('OPERAND.TYPE');
    expect(await thrown(() => operator.apply(y, y))).toBe('OPERAND.ALIASED');
    expect(await thrown(async () => operator.apply(other.vector(3), y))).toBe('OPERAND.FOREIGN');
    expect(await thrown(() => operator.apply({ ...y }, y))).toBe('OPERAND.ALIASED');
    expect(await thrown(() => operator.apply({ length: 3 } as never, y))).toBe('OPERAND.FOREIGN');
    expect(await thrown(() => operator.time([x, x], { runs: 1 }))).toBe('OPERAND.ALIASED');
    expect(await operator.time([x, y], { runs: 3 })).toBeUndefined();
  });

  it('refuses either vector once it was disposed of', async () => {
    const backend = await openBackend(fake);
    const operator = await backend.prepare({ ...request, matrix: matrix(3, 3, 4) });
    for (const gone of [0, 1]) {
      const [x, y] = [backend.vector(3), backend.vector(3)] as const;
      await [x, y][gone]?.dispose();
      log = [];
      expect(await thrown(() => operator.apply(x, y))).toBe('LIFETIME.DISPOSED');
      expect(await thrown(() => operator.time([x, y], { runs: 1 }))).toBe('LIFETIME.DISPOSED');
      expect(log).toEqual([]);
    }
  });
});

describe('vectors', () => {
  it('take the arrays of another realm, as test runners and pages with frames have them', async () => {
    const backend = await openBackend(fake);
    const foreign = (code: string): ValueArray => runInNewContext(code) as ValueArray;
    const vector = backend.vector(foreign('new Float32Array([1, 2])'));
    expect(vector.precision).toBe('f32');
    await vector.write(foreign('new Float32Array([3, 4])'));
    expect([...(await vector.read())]).toEqual([3, 4]);
    expect(elementTypeOf(foreign('new Float64Array(1)'))).toBe('f64');
    expect(
      [
        foreign('new BigInt64Array(1)'),
        foreign('new Uint8ClampedArray(1)'),
        foreign('new DataView(new ArrayBuffer(8))'),
        foreign('[1]'),
        Object.create(Float64Array.prototype),
      ].map(elementTypeOf),
    ).toEqual(Array(5).fill(undefined));
  });

  it('take a list of numbers for a vector, in the host array of its precision', async () => {
    const backend = await openBackend(fake);
    const [double, single] = [backend.vector([0.1, 2]), backend.vector([0.1, 2], 'f32')];
    const [wide, narrow]: [Float64Array, Float32Array] = [await double.read(), await single.read()];
    expect([[...wide], [...narrow]]).toEqual([
      [0.1, 2],
      [Math.fround(0.1), 2],
    ]);
    const matrix = backend.dense(1, 2, { data: [3, 4], precision: 'f32' });
    expect([...(await matrix.read())]).toEqual([3, 4]);
    // oxlint-disable-next-line no-sparse-arrays
    for (const wrong of [['1', 2], [1, , 2], [1, null], [1n]])
      expect(await thrown(() => backend.vector(wrong as never))).toBe('OPERAND.TYPE');
  });

  it('check what is written and read', async () => {
    const backend = await openBackend(fake);
    const vector = backend.vector(2);
    expect(await thrown(() => vector.write(new Float64Array(3)))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => vector.write(new Float32Array(2) as never))).toBe('OPERAND.TYPE');
    expect(await thrown(() => vector.write([1, 2] as never))).toBe('OPERAND.TYPE');
    expect(await thrown(() => vector.read(new Float64Array(1)))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => backend.vector(-1))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => backend.vector(0.5))).toBe('OPERAND.LENGTH');
    expect(await thrown(() => backend.vector(2, 'df64'))).toBe('KERNEL.PRECISION_UNSUPPORTED');
    expect(backend.vector(0).length).toBe(0);
  });
});

describe('lifetime', () => {
  it('ends children before the driver, newest first, once', async () => {
    const backend = await openBackend(fake);
    const operator = await backend.prepare(request);
    const x = backend.vector(3);
    const y = backend.vector(2);
    await x.dispose();
    await x.dispose();
    expect(await thrown(() => operator.apply(x, y))).toBe('LIFETIME.DISPOSED');
    await Promise.all([backend.dispose(), backend.dispose()]);
    expect(log.slice(1)).toEqual(['dispose vector', 'dispose vector', 'dispose operator', 'dispose driver']);
    expect(await thrown(() => operator.apply(x, y))).toBe('LIFETIME.DISPOSED');
    expect(await thrown(() => y.read())).toBe('LIFETIME.DISPOSED');
    expect(await thrown(() => backend.vector(1))).toBe('LIFETIME.DISPOSED');
    expect(await thrown(() => backend.prepare(request))).toBe('LIFETIME.DISPOSED');
    expect(await thrown(() => backend.finish())).toBe('LIFETIME.DISPOSED');
  });
});

it('a backend without launch parameters takes none', async () => {
  const backend = await openBackend({ ...fake, launchParams: NO_PARAMS });
  expect(await thrown(() => backend.prepare({ ...request, params: { threads: 1 } }))).toBe('PARAM.UNKNOWN');
});
