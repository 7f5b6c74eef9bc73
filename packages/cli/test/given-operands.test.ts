import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benchIn } from './helpers/bench.ts';
import { F64, validatedIn } from './helpers/dense.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['core', 'backend-serial', 'gemm'] });
const { fails, file, folder } = benchIn(cwd);
const validated = validatedIn(cwd);

describe('operands that are given', () => {
  const array = (name: string, rows: number, cols: number, value: (i: number, j: number) => number): string => {
    const values = Array.from({ length: rows * cols }, (_, at) => value(at % rows, Math.floor(at / rows)));
    return file(name, `%%MatrixMarket matrix array real general\n${rows} ${cols}\n${values.join('\n')}\n`);
  };
  const a = array('a.mtx', 3, 4, (i, j) => i + 10 * j);
  const b = array('b.mtx', 4, 2, (i, j) => i - j);

  it('given operands decide the sizes; other operands are drawn as before', async () => {
    const { code, rows } = await validated([
      ...F64,
      '--operand',
      `A=${a}`,
      '--operand',
      `B=${b}`,
      '--layout',
      'A=column',
    ]);
    expect(code).toBe(0);
    expect(rows[0]?.problem).toMatchObject({
      name: 'm=3 n=2 k=4 A=column',
      operands: { A: { source: a }, B: { source: b } },
    });
    expect(rows[0]).toMatchObject({ status: 'ok', compared: 6 });
    const other = await validated([...F64, '--operand', `A=${a}`, '--size', 'n=2']);
    expect(other.rows[0]?.problem.name).toBe('m=3 n=2 k=4');
    expect(other.rows[0]?.problem.hash).not.toBe(rows[0]?.problem.hash);
  }, 120_000);

  it('that disagree are an error with both numbers, before anything is computed', async () => {
    const wrong = await validated([...F64, '--operand', `A=${a}`, '--operand', `B=${a}`]);
    expect(wrong.code).toBe(5);
    expect(wrong.stdout).toMatch(/B from .*a\.mtx has 3 rows, so k is 3; A from .*a\.mtx has 4 columns, so it is 4/);
    expect(wrong.rows).toEqual([]);
    const size = await validated([...F64, '--operand', `A=${a}`, '--size', 'm=5']);
    expect(size.stdout).toMatch(/A from .*a\.mtx has 3 rows, so m is 3; --size says m = 5, so it is 5/);
    await fails(['validate', ...F64, '--operand', `Z=${a}`], 2, /no operand 'Z'/);
    await fails(['validate', ...F64, '--operand', 'A=nowhere.mtx'], 5, /nowhere\.mtx: no such file/);
  }, 120_000);

  it('come from generators too, in the shape that is needed where none is said', async () => {
    const sparse = ['--operand', 'A=gen:dense?density=0.1&seed=3'];
    const { code, rows } = await validated([...F64, '--size', 'm=30,n=4,k=20', ...sparse]);
    expect(code).toBe(0);
    const said = await validated([
      ...F64,
      '--size',
      'n=4',
      '--operand',
      'A=gen:dense?rows=30&cols=20&density=0.1&seed=3',
    ]);
    expect(said.rows[0]?.problem.operands['A']?.hash).toBe(rows[0]?.problem.operands['A']?.hash);
    expect(said.rows[0]?.problem.hash).toBe(rows[0]?.problem.hash);
  }, 120_000);

  it('are vectors of SpMV as well', async () => {
    const x = array('x.mtx', 18, 1, (i) => i + 1);
    const spmv = ['LF10', '--backend', 'serial', '--kernel', 'js/coo', '--precision', 'f64', '--operand'];
    const project = fakeProject({ workspace: ['core', 'backend-serial', 'formats'] });
    expect((await validated([...spmv, `x=${x}`], project)).code).toBe(0);
    const short = await validated([...spmv, `x=${a}`], project);
    expect(short.stdout).toMatch(/x is a vector, and .*a\.mtx has 3 rows and 4 columns/);
    const wrong = array('wrong.mtx', 17, 1, () => 1);
    expect((await validated([...spmv, `x=${wrong}`], project)).stdout).toMatch(
      /x from .*wrong\.mtx has 17 elements, so cols is 17; the matrix has cols = 18/,
    );
  }, 120_000);
});

describe('multiply', () => {
  const array = (name: string, rows: number, cols: number, values: readonly number[]): string =>
    file(name, `%%MatrixMarket matrix array real general\n${rows} ${cols}\n${values.join('\n')}\n`);
  // By columns, as array files are: A = [1 2; 3 4; 5 6], B = [1 0 2; 0 1 1].
  const a = array('left.mtx', 3, 2, [1, 3, 5, 2, 4, 6]);
  const b = array('right.mtx', 2, 3, [1, 0, 0, 1, 2, 1]);
  const c = array('start.mtx', 3, 3, [10, 20, 30, 40, 50, 60, 70, 80, 90]);
  const given = ['multiply', '--operation', 'gemm', '--operand', `A=${a}`, '--operand', `B=${b}`];
  const numbers = (text: string): readonly number[] => text.trim().split('\n').slice(2).map(Number);

  it('writes a dense result as an array file, whatever the layout', async () => {
    const plain = await runCli(given, { cwd });
    expect(plain.code, plain.stderr).toBe(0);
    expect(plain.stdout).toMatch(/^%%MatrixMarket matrix array real general\n3 3\n/);
    expect(numbers(plain.stdout)).toEqual([1, 3, 5, 2, 4, 6, 4, 10, 16]);
    const out = join(folder, 'product.mtx');
    const layouts = ['--layout', 'A=column,ld=5', '--layout', 'C=column,ld=4'];
    expect((await runCli([...given, ...layouts, '--out', out], { cwd })).code).toBe(0);
    expect(readFileSync(out, 'utf8')).toBe(plain.stdout);
    const scaled = ['--alpha', '2', '--beta', '0.1', '--operand', `C=${c}`, '--json'];
    const document = JSON.parse((await runCli([...given, ...scaled], { cwd })).stdout) as {
      readonly C: readonly number[];
    };
    expect(document).toMatchObject({ schema: 'spmv.multiply/1', operation: 'gemm', rows: 3, cols: 3 });
    expect(document.C).toEqual([3, 8, 15, 8, 13, 28, 13, 18, 41]);
  }, 240_000);

  it('says which operand is missing, and refuses what one file cannot hold', async () => {
    await fails(given.slice(0, 5), 2, /B of operation 'gemm' is read, but it was not given/);
    await fails([...given, '--beta', '2'], 2, /beta is not 0, so C is read, but no C was given/);
    await fails([...given, '--size', 'batch=2'], 2, /writes 2 matrices C, and a file holds one/);
    await fails([...given, '--size', 'batch=1,2'], 2, /--size says 2 problems where one is wanted/);
    await fails(
      [...given, '--operand', `C=${a}`, '--beta', '1'],
      5,
      /C from .* has 2 columns, so n is 2; B from .* has 3 columns/,
    );
    await fails(['multiply', 'LF10', ...given.slice(1)], 2, /no stored matrix/);
    await fails(['multiply'], 2, /Operation 'spmv' needs a matrix/);
  }, 240_000);
});
