import type { Backend, Carry, JsProgram, JsSpmvArguments, JsSpmvFunction, Params, SpmvContext, StoredMatrix, ValueArray } from '@spmv/core';
import { formatParams, headerOf, judge } from '@spmv/core';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { unlessRefused } from '../case/refusal.ts';
import { matrixById } from '../matrices/conformance-matrices.ts';
import { createRandom } from '../random/random.ts';
import { storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { subjectId } from './kernel-subject.ts';
import type { Trial } from './trial.ts';
import { createTrial } from './trial.ts';

const RANGES = 'A pass over any ranges that cover its units once is done once';
const LOADS = 'The module of a pass exports its function';
const MATRICES = ['wide', 'tall', 'middle-rows-empty', 'last-rows-empty', 'long-row', 'one-full-row', 'one-row', 'power-law'] as const;

async function load(module: string, name: string): Promise<JsSpmvFunction> {
  const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Readonly<Record<string, unknown>>;
  const found = loaded[name];
  ensure(typeof found === 'function', LOADS, `${module} exports no function '${name}'`);
  return found as JsSpmvFunction;
}

/** Ends of ranges that cover 0..count: one, every unit alone, and random ones. */
function divisions(count: number): readonly (readonly number[])[] {
  const random = createRandom(count);
  const cuts = (pieces: number): number[] => [...new Set([...Array.from({ length: pieces - 1 }, () => random.integer(count)), 0, count])].sort((a, b) => a - b);
  return [[0, count], ...(count <= 300 ? [Array.from({ length: count + 1 }, (_, unit) => unit)] : []), cuts(2), cuts(3), cuts(8), cuts(40)];
}

function newCarry(): Carry {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

/** What threads would do, one range after another: y[row] of rows that ranges share is written at the end. */
function runPass(run: JsSpmvFunction, whole: JsSpmvArguments, ends: readonly number[], backwards: boolean): void {
  const ranges = ends.slice(1).map((end, k) => ({ begin: ends[k] as number, end, carry: newCarry() }));
  for (const range of backwards ? [...ranges].reverse() : ranges) run({ ...whole, ...range });
  const sums = new Map<number, number>();
  for (const { carry } of ranges) {
    for (const [row, sum] of [[carry.headRow, carry.headSum], [carry.tailRow, carry.tailSum]] as const) if (row >= 0) sums.set(row, (sums.get(row) ?? 0) + sum);
  }
  const { y, alpha, beta } = whole;
  for (const [row, sum] of sums) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[row] as number);
}

interface Prepared {
  readonly stored: StoredMatrix;
  readonly params: Params;
  readonly program: JsProgram;
  readonly auxiliary: JsSpmvArguments['auxiliary'];
  readonly functions: readonly JsSpmvFunction[];
}

/** y after a product of which every pass is divided by `divide`. */
function product({ stored, params, program, auxiliary, functions }: Prepared, trial: Trial, divide: (count: number) => readonly number[], backwards: boolean): ValueArray {
  const y = trial.y.slice();
  program.passes.forEach(({ partition }, p) => {
    if (partition.count === 0) return;
    runPass(functions[p] as JsSpmvFunction, {
      ...stored.shape, nnz: stored.nnz, scalars: stored.scalars, arrays: stored.arrays, auxiliary, formatParams: stored.params, kernelParams: params,
      x: trial.x, y, alpha: trial.alpha, beta: p === 0 ? trial.beta : 1, begin: 0, end: partition.count, carry: newCarry(),
    }, divide(partition.count), backwards);
  });
  return y;
}

async function ranges(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  const { kernel, precision } = subject;
  for (const id of MATRICES) {
    const matrix = matrixById(id);
    for (const { coo, stored } of storedMatrices(subject, matrix, recorder, 3)) {
      const context: SpmvContext = { matrix: headerOf(stored), device: backend.device, precision };
      const trials = [createTrial(matrix, coo, precision.precision), createTrial(matrix, coo, precision.precision, { alpha: -0.5, beta: 0.75 })];
      for (const params of choosePoints(kernel.params, context, `kernel '${kernel.id}'`, subject.params, 3).points) {
        const described = unlessRefused(recorder, { kernel: subjectId(subject), matrix: id, params: formatParams(params) }, () =>
          ({ program: kernel.program(context, params) as JsProgram, auxiliary: kernel.analyse?.(stored, context, params) ?? {} }));
        if (!described) continue;
        const { program } = described;
        const functions = await Promise.all(program.passes.map((pass) => load(pass.module, pass.export)));
        const prepared = { stored, params, ...described, functions };
        for (let division = 0; division < divisions(2).length; division++) {
          for (const trial of trials) {
            const y = product(prepared, trial, (count) => divisions(count).at(division) ?? [0, count], division % 2 === 1);
            const { errorRatio, row, got, expected } = judge(y, trial.reference, precision.accumulator);
            const { alpha, beta } = trial;
            ensure(errorRatio <= 1, RANGES, () => `row ${row} is ${got}, not ${expected}`, {
              kernel: subjectId(subject), matrix: id, params: formatParams({ ...stored.params, ...params }), alpha, beta, ranges: divisions(program.passes[0]?.partition.count ?? 0)[division]?.length,
            });
            recorder.compare(errorRatio);
          }
        }
      }
    }
  }
}

/** For kernels in JavaScript: what a backend with threads will do with them, without one. */
export function partitionCases(subject: KernelSubject): readonly ConformanceCase[] {
  if (subject.kernel.target !== 'js') return [];
  return [kernelCase(subject, { id: 'partition', run: (backend, recorder) => ranges(subject, backend, recorder) })];
}
