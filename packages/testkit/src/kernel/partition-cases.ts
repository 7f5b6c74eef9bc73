import type {
  Backend,
  Carry,
  JsProgram,
  JsSpmvArguments,
  JsSpmvFunction,
  Params,
  SpmvContext,
  StoredMatrix,
  ValueArray,
} from '@spmv/core';
import { formatParams, headerOf, judge } from '@spmv/core';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { unlessRefused } from '../case/refusal.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { createRandom } from '../random/random.ts';
import { storedMatrices } from './bound-operator.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { subjectId, tryOn } from './kernel-subject.ts';
import type { Trial } from './trial.ts';
import { createTrial } from './trial.ts';

const RANGES = 'A pass over any ranges that cover its units once is done once';
const ALONE = 'Ranges of a pass write no row together: what they share they carry';
const LOADS = 'The module of a pass exports its function';
const MATRICES = matricesById(
  'wide',
  'tall',
  'middle-rows-empty',
  'last-rows-empty',
  'long-row',
  'one-full-row',
  'one-row',
  'power-law',
  'symmetric',
);

async function load(module: string, name: string): Promise<JsSpmvFunction> {
  const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Readonly<
    Record<string, unknown>
  >;
  const found = loaded[name];
  ensure(typeof found === 'function', LOADS, `${module} exports no function '${name}'`);
  return found as JsSpmvFunction;
}

/** Ends of ranges that cover 0..count: one, every unit alone, and random ones. */
function divisions(count: number): readonly (readonly number[])[] {
  const random = createRandom(count);
  const cuts = (pieces: number): number[] =>
    [...new Set([...Array.from({ length: pieces - 1 }, () => random.integer(count)), 0, count])].sort((a, b) => a - b);
  return [
    [0, count],
    ...(count <= 300 ? [Array.from({ length: count + 1 }, (_, unit) => unit)] : []),
    cuts(2),
    cuts(3),
    cuts(8),
    cuts(40),
  ];
}

function newCarry(): Carry {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

/**
 * What threads would do, each range on a y of its own, which sees nothing of what the others write: threads see of it what chance
 * decides. A row may be written by one range alone; y[row] of rows that ranges share is written at the end, from what they carry.
 */
function runPass(run: JsSpmvFunction, whole: JsSpmvArguments, ends: readonly number[], where: FailureDetails): void {
  const ranges = ends.slice(1).map((end, k) => ({ begin: ends[k] as number, end, carry: newCarry() }));
  const before = whole.y.slice();
  const writer = new Int32Array(before.length).fill(-1);
  ranges.forEach((range, r) => {
    const y = before.slice();
    run({ ...whole, ...range, y });
    for (let i = 0; i < y.length; i++) {
      if (Object.is(y[i], before[i])) continue;
      ensure(
        writer[i] === -1,
        ALONE,
        () => `ranges ${writer[i]} and ${r} of ${ranges.length} both write row ${i}`,
        where,
      );
      writer[i] = r;
      whole.y[i] = y[i] as number;
    }
  });
  const sums = new Map<number, number>();
  for (const { carry } of ranges) {
    for (const [row, sum] of [
      [carry.headRow, carry.headSum],
      [carry.tailRow, carry.tailSum],
    ] as const)
      if (row >= 0) sums.set(row, (sums.get(row) ?? 0) + sum);
  }
  const { y, alpha, beta } = whole;
  for (const [row, sum] of sums) y[row] = beta === 0 ? alpha * sum : alpha * sum + beta * (y[row] as number);
}

interface Prepared {
  /** For messages. */
  readonly where: FailureDetails;
  readonly stored: StoredMatrix;
  readonly params: Params;
  readonly program: JsProgram;
  readonly auxiliary: JsSpmvArguments['auxiliary'];
  readonly functions: readonly JsSpmvFunction[];
}

/** y after a product of which every pass is divided by `divide`. */
function product(
  { stored, params, program, auxiliary, functions, where }: Prepared,
  trial: Trial,
  divide: (count: number) => readonly number[],
): ValueArray {
  const y = trial.y.slice();
  program.passes.forEach(({ partition }, p) => {
    if (partition.count === 0) return;
    runPass(
      functions[p] as JsSpmvFunction,
      {
        ...stored.shape,
        nnz: stored.nnz,
        scalars: stored.scalars,
        arrays: stored.arrays,
        auxiliary,
        formatParams: stored.params,
        kernelParams: params,
        x: trial.x,
        y,
        alpha: trial.alpha,
        beta: p === 0 ? trial.beta : 1,
        begin: 0,
        end: partition.count,
        carry: newCarry(),
      },
      divide(partition.count),
      where,
    );
  });
  return y;
}

async function ranges(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const { kernel, precision } = subject;
  for (const { coo, stored } of storedMatrices(subject, matrix, recorder, 3)) {
    const context: SpmvContext = { matrix: headerOf(stored), device: backend.device, precision };
    const trials = [
      createTrial(matrix, coo, precision.precision),
      createTrial(matrix, coo, precision.precision, { alpha: -0.5, beta: 0.75 }),
    ];
    for (const params of choosePoints(kernel.params, context, `kernel '${kernel.id}'`, subject.params, 3).points) {
      const where = {
        kernel: subjectId(subject),
        matrix: matrix.id,
        params: formatParams({ ...stored.params, ...params }),
      };
      const described = unlessRefused(recorder, where, () => ({
        program: kernel.program(context, params) as JsProgram,
        auxiliary: kernel.analyse?.(stored, context, params) ?? {},
      }));
      if (!described) continue;
      const functions = await Promise.all(described.program.passes.map((pass) => load(pass.module, pass.export)));
      recorder.accept();
      for (let division = 0; division < divisions(2).length; division++) {
        for (const trial of trials) {
          const y = product(
            { stored, params, ...described, functions, where },
            trial,
            (count) => divisions(count).at(division) ?? [0, count],
          );
          const { errorRatio, row, got, expected } = judge(y, trial.reference, precision.accumulator);
          const { alpha, beta } = trial;
          ensure(errorRatio <= 1, RANGES, () => `row ${row} is ${got}, not ${expected}`, {
            ...where,
            alpha,
            beta,
            ranges: divisions(described.program.passes[0]?.partition.count ?? 0)[division]?.length,
          });
          recorder.compare(errorRatio);
        }
      }
    }
  }
}

/** For kernels in JavaScript: what a backend with threads will do with them, without one. */
export function partitionCases(subject: KernelSubject): readonly ConformanceCase[] {
  if (subject.kernel.target !== 'js') return [];
  return [
    kernelCase(subject, {
      id: 'partition',
      run: (backend, recorder) =>
        tryOn(subject, MATRICES, recorder, (matrix) => ranges(subject, matrix, backend, recorder)),
    }),
  ];
}
