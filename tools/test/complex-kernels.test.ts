import { execFileSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lift } from '../complex/lift.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

it('complex kernels are what their sources give', () => {
  const check = (): string =>
    execFileSync(process.execPath, ['tools/complex-kernels.ts', '--check'], { cwd: root, encoding: 'utf8' });
  expect(check()).toBe('');
});

/** The functions of a text, made complex, ready to run. */
async function lifted(text: string): Promise<Readonly<Record<string, (args: object) => void>>> {
  const untyped = lift('kernel.ts', text, true).map((one) =>
    one.replace(/^(export function \w+\(.*?): any\): void/u, '$1)'),
  );
  const module: unknown = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(untyped.join('\n'))}`
  );
  return module as Readonly<Record<string, (args: object) => void>>;
}

describe('lift', () => {
  it('makes pairs of values, and nothing else', async () => {
    const text = `
      const STEP = 1;
      function put(y: ValueArray, i: number, sum: number, beta: number): void { y[i] = beta === 0 ? sum : sum - beta * y[i]; }
      export function kernel({ arrays, x, y, beta, end }: Arguments): void {
        const { values } = arrays;
        let at = 0;
        for (let i = 0; i < end; i += STEP) {
          let sum = 0;
          if (i > 0) sum += 2 * values[at++] * -x[i as number];
          put(y, i, sum, beta);
        }
      }`;
    const { kernel, kernelConjugated } = await lifted(text);
    const run = (f: typeof kernel, beta: number, betaImaginary: number): number[] => {
      const y = [1, 1, 1, 1];
      f?.({ arrays: { values: [1, 2] }, x: [9, 9, 3, 4], y, beta, betaImaginary, end: 2 });
      return y;
    };
    // −2(1 + 2i)(3 + 4i) = 10 − 20i, and −2(1 − 2i)(3 + 4i) = −22 + 4i.
    expect(run(kernel, 0, 0).map((v) => v + 0)).toEqual([0, 0, 10, -20]);
    expect(run(kernelConjugated, 0, 0).map((v) => v + 0)).toEqual([0, 0, -22, 4]);
    expect(run(kernel, 0, 1)).toEqual([1, -1, 11, -21]);
  });

  it('conjugates the second factor of an inner product', async () => {
    const { kernel } = await lifted(`export function kernel(args: Arguments): void {
      const { y, z, sums, delta = 1 } = args;
      let dot = 0;
      let norm = 0;
      if (delta !== 0) dot += y[0] * z[0];
      norm += y[0] * y[0];
      sums[0] = dot;
      sums[1] = norm;
    }`);
    const sums = [9, 9, 9, 9];
    // (1 + 2i)(3 − 4i) and |1 + 2i|²: what is conjugated, and that the second one is real.
    for (const given of [{}, { delta: 0, deltaImaginary: 1 }]) kernel?.({ y: [1, 2], z: [3, 4], sums, ...given });
    expect(sums).toEqual([11, 2, 5, 0]);
    kernel?.({ y: [1, 2], z: [3, 4], sums, delta: 0 });
    expect(sums).toEqual([0, 0, 5, 0]);
  });

  it.each([
    ['export function f({ x, y }: A): void {\n y[0] = x[0] / x[1]; }', 'kernel.ts:2: a quotient of values'],
    ['export function f({ x, y }: A): void { if (x[0] > 1) y[0] = 1; }', 'values are compared with 0 alone'],
    ['function g({ x }: A): number { return x[0]; }', 'a function that returns a value'],
    ['export function f({ y }: A): void { y.sort(); }', 'sort of an array of values'],
    ['export function f({ x }: A): void { let s = 0; for (let i = 0; i < 9; s += x[i++]); }', 'inside an expression'],
  ])('says what has no complex form: %s', (text, message) => {
    expect(() => lift('kernel.ts', text, false)).toThrow(message);
  });
});
