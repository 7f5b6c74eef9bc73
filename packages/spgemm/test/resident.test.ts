import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { Backend, BackendDescriptor, MatrixKernel, GivenMatrix, MatrixOperator } from '@spmv/core';
import { createRegistry, openBackend, spmv } from '@spmv/core';
import { csr, plugin as formats } from '@spmv/formats';
import { randomUniform } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { jsCsr, spgemm, wasmCsr } from '../src/index.ts';
import { built, square } from './operands.ts';

const A = built(square);
const P = built(randomUniform({ rows: 20, cols: 6, density: 0.3, seed: 9 }));
const R = built(randomUniform({ rows: 6, cols: 20, density: 0.3, seed: 7 }));

const jsProduct = createRegistry([formats, serialPlugin]).kernel('js/csr');

const multiply = (
  backend: Backend,
  matrices: Readonly<Record<'A' | 'B', GivenMatrix>>,
  kernel: unknown = jsCsr,
): Promise<MatrixOperator> =>
  backend.prepareMatrix({ operation: spgemm, kernel: kernel as MatrixKernel, matrices, formats: [csr] });

async function on(descriptor: BackendDescriptor, work: (backend: Backend) => Promise<void>): Promise<void> {
  const backend = await openBackend(descriptor);
  try {
    await work(backend);
  } finally {
    await backend.dispose();
  }
}

test.each([serial, threads])('a result is the operand of another product where it is, on $id', (descriptor) =>
  on(descriptor, async (backend) => {
    const inner = await multiply(backend, { A, B: P });
    const outer = await multiply(backend, { A: R, B: inner });
    const expected = async () => (await multiply(backend, { A: R, B: await inner.read() })).read();
    // Nobody has asked the inner product for anything yet.
    expect((await outer.read()).arrays).toEqual((await expected()).arrays);
    expect(outer.costs().operandBytes).toBe(7 * 4 + R.nnz * 12);
    const values = Float64Array.from(A.arrays['values'] as Float64Array, (value) => 2 - value);
    await inner.update({ A: values });
    await inner.numeric({ alpha: 3 });
    await outer.numeric();
    const again = await outer.read();
    expect(again.arrays).toEqual((await expected()).arrays);
    await expect(outer.update({ B: new Float64Array(1) })).rejects.toMatchObject({
      code: 'OPERAND.MATRIX',
      message: 'B is the result of another operator, which makes its values.',
    });
    // Whoever reads it keeps it.
    await inner.dispose();
    await (await multiply(backend, { A, B: P })).numeric({ alpha: 7 });
    await outer.numeric({ alpha: -1 });
    expect((await outer.read()).arrays['values']).toEqual(
      Float64Array.from(again.arrays['values'] as Float64Array, (value) => -value),
    );
  }),
);

test.each([serial, threads])('a matrix is multiplied with where an operator holds it, on $id', (descriptor) =>
  on(descriptor, async (backend) => {
    const product = await multiply(backend, { A, B: P });
    const x = Float64Array.from({ length: 20 }, (_, i) => (i % 5) - 1.5);
    const times = async (matrix: GivenMatrix, cols: number) => {
      const operator = await backend.prepare({ operation: spmv, kernel: jsProduct, matrix, trusted: true });
      const y = backend.vector(20);
      const apply = async (): Promise<Float64Array> => {
        operator.apply(backend.vector(x.subarray(0, cols)), y);
        return y.read();
      };
      return { operator, apply };
    };
    const ofResult = await times(product, 6);
    const ofOperand = await times(product.operand('A'), 20);
    expect(await ofResult.apply()).toEqual(await (await times(await product.read(), 6)).apply());
    expect(await ofOperand.apply()).toEqual(await (await times(A, 20)).apply());
    // New values are multiplied with, and whoever multiplies keeps the matrix.
    const values = Float64Array.from(A.arrays['values'] as Float64Array, (value) => 2 - value);
    await product.update({ A: values });
    await product.numeric({ alpha: 2 });
    const made = await product.read();
    const changed = { ...A, arrays: { ...A.arrays, values } };
    await product.dispose();
    await (await multiply(backend, { A, B: P })).numeric({ alpha: 7 });
    expect(await ofResult.apply()).toEqual(await (await times(made, 6)).apply());
    expect(await ofOperand.apply()).toEqual(await (await times(changed, 20)).apply());
    await ofResult.operator.dispose();
    expect(() => product.operand('C')).toThrow('reads no matrix');
    await expect(product.operand('A').header()).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
  }),
);

test.each([serial, threads])(
  'a sealed result stays, is read and multiplied with, and is all that does, on $id',
  (descriptor) =>
    on(descriptor, async (backend) => {
      const inner = await multiply(backend, { A, B: P });
      const outer = await multiply(backend, { A: R, B: inner });
      const reader = await multiply(backend, { A: inner.operand('A'), B: P });
      // Nobody has asked for anything yet.
      await outer.seal();
      const made = await outer.read();
      await inner.seal();
      await inner.dispose();
      const { operandBytes, resultBytes, workBytes } = outer.costs();
      expect([operandBytes, resultBytes, workBytes]).toEqual([0, 7 * 4 + made.nnz * 12, 0]);
      await (await multiply(backend, { A, B: P })).numeric({ alpha: 7 });
      // What reads it reads what was made.
      const [ofSealed, ofRead] = [
        await multiply(backend, { A: P, B: outer }),
        await multiply(backend, { A: P, B: made }),
      ];
      expect((await ofSealed.read()).arrays).toEqual((await ofRead.read()).arrays);
      expect((await (await multiply(backend, { A, B: P })).read()).arrays).toEqual((await reader.read()).arrays);
      const left = { code: 'LIFETIME.DISPOSED', message: /sealed: its result alone is left/u };
      for (const asked of [() => outer.numeric(), () => outer.update({ A: new Float64Array(R.nnz) })])
        await expect(asked()).rejects.toMatchObject(left);
      await outer.seal();
      await outer.dispose();
    }),
);

test('a result of another backend, or of another language, is refused', () =>
  on(serial, (backend) =>
    on(serial, async (other) => {
      const inner = await multiply(other, { A, B: P });
      await expect(multiply(backend, { A: R, B: inner })).rejects.toMatchObject({
        code: 'OPERAND.MATRIX',
        message: 'B is the result of an operator, computed elsewhere.',
        fix: /on one opened backend/u,
      });
      await expect(multiply(other, { A: R, B: inner }, wasmCsr)).rejects.toMatchObject({
        code: 'OPERAND.MATRIX',
        message: "B is the result of an operator, computed by a kernel in 'js', and this one is in 'wasm'.",
      });
      await inner.dispose();
      await expect(multiply(other, { A: R, B: inner })).rejects.toMatchObject({ code: 'LIFETIME.DISPOSED' });
    }),
  ));
