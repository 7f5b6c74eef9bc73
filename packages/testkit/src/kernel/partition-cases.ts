import type {
  Backend,
  PartialSums,
  SplitRowRule,
  JsArguments,
  JsFunction,
  JsProgram,
  JsRange,
  TypedArray,
  ValueArray,
} from '@spmv/core';
import { allocate, formatParams, headerOf, kernelContext, NO_MATRIX, writtenOperands } from '@spmv/core';
import { copyArrays } from '../case/bits.ts';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { unlessRefused } from '../case/refusal.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import type { OperationTrial } from '../operation/operation-trial.ts';
import { checkTrial, createOperationTrial } from '../operation/operation-trial.ts';
import { problemsOf } from '../operation/operation-problems.ts';
import { rememberDivisions } from './divisions.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { subjectId, tryOn } from './kernel-subject.ts';

const LOADS = 'The module of a pass exports its function';
const RANGES = 'Any division of a pass into ranges, and of ranges between workers, gives the result';
const OWN = 'A worker writes no scratch but its own';
const ALONE = 'An element is written by one range of a pass alone';

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

async function load(module: string, name: string): Promise<JsFunction> {
  const loaded = (await import(/* @vite-ignore */ /* webpackIgnore: true */ module)) as Readonly<
    Record<string, unknown>
  >;
  const found = loaded[name];
  ensure(typeof found === 'function', LOADS, `${module} exports no function '${name}'`);
  return found as JsFunction;
}

/** Numbers of workers to deal ranges out to: more than one where it makes a difference. */
function workersFor({ passes, scratch = {} }: JsProgram): readonly number[] {
  const differs =
    passes.some(({ partition }) => partition.count === 'workers') ||
    Object.values(scratch).some(({ perWorker }) => perWorker === true);
  return differs ? [1, 3] : [1];
}

function newPartialSums(): PartialSums {
  return { headRow: -1, tailRow: -1, headSum: 0, tailSum: 0 };
}

type Arrays = Readonly<Record<string, TypedArray>>;

/** Fails when a range wrote into the scratch of another worker than its own: two threads would race for it. */
function checkOwn(after: Arrays, before: Arrays, worker: number, workers: number, where: FailureDetails): void {
  for (const [name, array] of Object.entries(after)) {
    const each = array.length / workers;
    const old = before[name] as TypedArray;
    for (let e = 0; e < array.length; e++) {
      if (Object.is(array[e], old[e]) || (e >= worker * each && e < (worker + 1) * each)) continue;
      ensure(
        false,
        OWN,
        `a range of worker ${worker} wrote scratch '${name}' of worker ${Math.floor(e / each)}`,
        where,
      );
    }
  }
}

/** Adds up the partial sums of split rows. */
function combine(
  partialSums: readonly PartialSums[],
  rule: SplitRowRule,
  args: JsRange & Record<string, unknown>,
): void {
  const sums = new Map<number, number>();
  for (const { headRow, headSum, tailRow, tailSum } of partialSums) {
    if (headRow >= 0) sums.set(headRow, (sums.get(headRow) ?? 0) + headSum);
    if (tailRow >= 0) sums.set(tailRow, (sums.get(tailRow) ?? 0) + tailSum);
  }
  const into = args[rule.into] as ValueArray;
  const times = rule.times === undefined ? 1 : (args[rule.times] as number);
  const plus = rule.plus === undefined ? 0 : (args[rule.plus] as number);
  for (const [row, sum] of sums) into[row] = plus === 0 ? times * sum : times * sum + plus * (into[row] as number);
}

/**
 * What threads would do, each range on copies of what all may write, so that none sees what the others write: threads see of it what chance
 * decides. An element may be written by one range alone; those of rows that ranges share are written at the end, from their partial sums. The
 * scratch of a worker is seen by its ranges alone, one after another.
 */
function runPass(
  run: JsFunction,
  args: JsRange & Record<string, unknown>,
  shared: Arrays,
  workerScratch: Arrays,
  pass: { readonly ends: readonly number[]; readonly ofWorkers: boolean; readonly splitRows: SplitRowRule | undefined },
  where: FailureDetails,
): void {
  const { ends, ofWorkers, splitRows } = pass;
  const before = Object.fromEntries(Object.entries(shared).map(([name, array]) => [name, array.slice()]));
  const writers = Object.fromEntries(
    Object.entries(shared).map(([name, { length }]) => [name, new Int32Array(length).fill(-1)]),
  );
  const partialSums: PartialSums[] = [];
  for (let r = 0; r + 1 < ends.length; r++) {
    const mine = Object.fromEntries(Object.entries(before).map(([name, array]) => [name, array.slice()]));
    const own = { scratch: { ...args.scratch, ...pickScratch(mine) }, ...pickOperands(mine) };
    const range = {
      begin: ends[r] as number,
      end: ends[r + 1] as number,
      worker: ofWorkers ? (ends[r] as number) : r % args.workers,
      partialSums: newPartialSums(),
    };
    const othersBefore = copyArrays(workerScratch);
    run({ ...args, ...own, ...range } as unknown as JsArguments);
    checkOwn(workerScratch, othersBefore, range.worker, args.workers, where);
    partialSums.push(range.partialSums);
    for (const [name, array] of Object.entries(mine)) {
      const [old, target, writer] = [
        before[name] as TypedArray,
        shared[name] as TypedArray,
        writers[name] as Int32Array,
      ];
      for (let e = 0; e < array.length; e++) {
        if (Object.is(array[e], old[e])) continue;
        ensure(writer[e] === -1, ALONE, () => `ranges ${writer[e]} and ${r} both write ${name}[${e}]`, where);
        writer[e] = r;
        target[e] = array[e] as number;
      }
    }
  }
  if (splitRows) combine(partialSums, splitRows, args);
}

const SCRATCH = 'scratch.';

function pickScratch(arrays: Arrays): Arrays {
  const found = Object.entries(arrays).filter(([name]) => name.startsWith(SCRATCH));
  return Object.fromEntries(found.map(([name, array]) => [name.slice(SCRATCH.length), array]));
}

function pickOperands(arrays: Arrays): Arrays {
  return Object.fromEntries(Object.entries(arrays).filter(([name]) => !name.startsWith(SCRATCH)));
}

interface Prepared {
  /** For messages. */
  readonly where: FailureDetails;
  /** What every range is told of matrix, parameters and analysis. */
  readonly constants: Omit<JsRange, 'numbers' | 'scratch' | 'worker' | 'workers' | 'begin' | 'end' | 'partialSums'>;
  readonly program: JsProgram;
  readonly functions: readonly JsFunction[];
}

/** The operands after a product of which every pass is divided by `divide` between so many workers. */
function product(
  { constants, program, functions, where }: Prepared,
  trial: OperationTrial,
  workers: number,
  divide: (count: number) => readonly number[],
): Readonly<Record<string, ValueArray>> {
  const operands = Object.fromEntries(Object.entries(trial.buffers).map(([name, array]) => [name, array.slice()]));
  const scratch = Object.fromEntries(
    Object.entries(program.scratch ?? {}).map(([name, { element, length, perWorker }]) => [
      name,
      allocate(element, perWorker === true ? length * workers : length),
    ]),
  );
  const shared: Arrays = {
    ...Object.fromEntries(writtenOperands(trial.workload).map((name) => [name, operands[name] as ValueArray])),
    ...Object.fromEntries(
      Object.entries(scratch)
        .filter(([name]) => program.scratch?.[name]?.perWorker !== true)
        .map(([name, array]) => [`${SCRATCH}${name}`, array]),
    ),
  };
  const workerScratch: Arrays = Object.fromEntries(
    Object.entries(scratch).filter(([name]) => program.scratch?.[name]?.perWorker === true),
  );
  program.passes.forEach(({ partition, set, numbers = {} }, p) => {
    const ofWorkers = partition.count === 'workers';
    const count = partition.count === 'workers' ? workers : partition.count;
    if (count === 0) return;
    const args = {
      ...constants,
      numbers,
      scratch,
      worker: 0,
      workers,
      begin: 0,
      end: count,
      partialSums: newPartialSums(),
      ...operands,
      ...trial.scalars,
      ...set,
    } as unknown as JsRange & Record<string, unknown>;
    const ends = ofWorkers ? Array.from({ length: count + 1 }, (_, unit) => unit) : divide(count);
    runPass(
      functions[p] as JsFunction,
      args,
      shared,
      workerScratch,
      { ends, ofWorkers, splitRows: partition.splitRows },
      where,
    );
  });
  return operands;
}

async function ranges(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const { kernel, precision, operation } = subject;
  const divisions = rememberDivisions();
  for (const { workload, stored = NO_MATRIX } of problemsOf(subject, matrix, recorder, 3, 'one')) {
    const context = kernelContext(operation, kernel, {
      matrix: headerOf(stored),
      device: backend.device,
      precision,
      sizes: workload.ownSizes,
      layouts: workload.layouts,
    });
    const trials = [{}, ...operation.checks.map(({ scalars }) => scalars)].map((scalars) =>
      createOperationTrial(workload, precision, scalars),
    );
    for (const params of choosePoints(kernel.params, context, `kernel '${kernel.id}'`, subject.params, 3).points) {
      const where = {
        kernel: subjectId(subject),
        matrix: matrix.id,
        sizes: formatParams(workload.ownSizes),
        params: formatParams({ ...stored.params, ...params }),
      };
      const described = unlessRefused(recorder, where, () => ({
        program: kernel.program(context, params) as JsProgram,
        auxiliary: kernel.analyse?.(stored, context, params) ?? {},
      }));
      if (!described) continue;
      const { program, auxiliary } = described;
      const functions = await Promise.all(program.passes.map((pass) => load(pass.module, pass.export)));
      recorder.accept();
      const constants = {
        ...stored.shape,
        nnz: stored.nnz,
        sizes: workload.sizes,
        scalars: stored.scalars,
        arrays: stored.arrays,
        auxiliary,
        formatParams: stored.params,
        kernelParams: params,
      };
      for (let division = 0; division < divisions(2).length; division++) {
        for (const workers of workersFor(program)) {
          for (const trial of trials) {
            const divide = (count: number): readonly number[] => divisions(count).at(division) ?? [0, count];
            const results = product({ constants, program, functions, where }, trial, workers, divide);
            const told = { ...where, workers, ranges: divide(100).length - 1 };
            checkTrial(trial, results, RANGES, told, { ...recorder, product: recorder.compare });
          }
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
        tryOn(subject, subject.format ? MATRICES : MATRICES.slice(0, 1), recorder, (matrix) =>
          ranges(subject, matrix, backend, recorder),
        ),
    }),
  ];
}
