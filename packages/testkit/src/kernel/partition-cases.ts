import type { Backend, JsFunction, JsProgram, JsRange, ValueArray, Workload } from '@spmv/core';
import { allocate, formatParams, headerOf, kernelContext, NO_MATRIX, writtenOperands } from '@spmv/core';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { FailureDetails } from '../case/conformance-error.ts';
import { ensure } from '../case/conformance-error.ts';
import { coveringRows, shareOf } from '../case/covering.ts';
import type { Recorder } from '../case/define-case.ts';
import { oncePer } from '../case/once-per.ts';
import { unlessRefused } from '../case/refusal.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { partOf } from '../matrices/test-matrix.ts';
import type { OperationTrial } from '../operation/operation-trial.ts';
import { checkTrial, createOperationTrial } from '../operation/operation-trial.ts';
import { problemsOf } from '../operation/operation-problems.ts';
import { rememberDivisions } from './divisions.ts';
import type { Arrays } from './run-pass.ts';
import { newPartialSums, runPass, SCRATCH } from './run-pass.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { subjectId, tryOn } from './kernel-subject.ts';

const LOADS = 'The module of a pass exports its function';
const RANGES = 'Any division of a pass into ranges, and of ranges between workers, gives the result';

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

/** Numbers of workers to deal ranges out to, and most points of a kernel's parameters. */
const WORKERS = [1, 3];
const MOST_POINTS = 3;

/** Whether more workers than one make a difference. */
function differsByWorkers({ passes, scratch = {} }: JsProgram): boolean {
  return (
    passes.some(({ partition }) => partition.count === 'workers') ||
    Object.values(scratch).some(({ perWorker }) => perWorker === true)
  );
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
    runPass(functions[p], args, shared, workerScratch, { ends, ofWorkers, splitRows: partition.splitRows }, where);
  });
  return operands;
}

async function ranges(subject: KernelSubject, matrix: TestMatrix, backend: Backend, recorder: Recorder): Promise<void> {
  const { kernel, precision, operation } = subject;
  const divisions = rememberDivisions();
  const problems = [...problemsOf(subject, matrix, recorder, 3, 'one')];
  const scalars = [{}, ...operation.checks.map((check) => check.scalars)];
  const trialOf = oncePer((workload: Workload) =>
    oncePer((given: Readonly<Record<string, number>>) => createOperationTrial(workload, precision, given)),
  );
  const part = partOf(matrix, MATRICES) ?? { index: 0, count: 1 };
  const share = shareOf(recorder.coverage, part);
  for (const [p = 0, k = 0, division = 0, w = 0, s = 0] of coveringRows(
    [problems.length, MOST_POINTS, divisions(2).length, WORKERS.length, scalars.length],
    share,
  )) {
    const { workload, stored = NO_MATRIX } = problems[p];
    const context = kernelContext(operation, kernel, {
      matrix: headerOf(stored),
      device: backend.device,
      precision,
      sizes: workload.ownSizes,
      layouts: workload.layouts,
    });
    const { points } = choosePoints(kernel.params, context, `kernel '${kernel.id}'`, subject.params, MOST_POINTS);
    const params = points[share ? k % Math.max(1, points.length) : k];
    if (!params) continue;
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
    const workers = differsByWorkers(program) ? WORKERS[w] : 1;
    // The same for one worker as for several.
    if (workers === 1 && w > 0 && !share) continue;
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
    const trial = trialOf(workload)(scalars[s] ?? {});
    const divide = (count: number): readonly number[] => divisions(count).at(division) ?? [0, count];
    const results = product({ constants, program, functions, where }, trial, workers, divide);
    const told = { ...where, workers, ranges: divide(100).length - 1 };
    checkTrial(trial, results, RANGES, told, { ...recorder, product: recorder.compare });
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
