import type { AnyCoo, BufferSlot, Operand, Sizes, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import {
  complexCoo,
  createWorkload,
  imaginaryPart,
  operationOptions,
  PRECISIONS,
  referencesOf,
  stripesOfCoo,
} from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { isOfPairs } from '../kernel/kernel-subject.ts';
import { asComplex } from '../matrices/complex-matrix.ts';
import { matrixById } from '../matrices/conformance-matrices.ts';
import { createOperationTrial } from './operation-trial.ts';

const SHARED = 'What is said of parts of a product is so by the reference';

/** Elements of what is divided, and where the second part begins. */
const [WHOLE, CUT] = [37, 13];

/** What of a subject says how a product may be divided. */
type SharedSubject = Pick<KernelSubject, 'operation' | 'kernel' | 'precision'>;

/** The operation with its matrix, or with `WHOLE` of what it divides. */
interface Divided {
  readonly size: string;
  readonly length: number;
  problem(begin: number, end: number): { readonly coo: AnyCoo | undefined; readonly sizes: Sizes };
}

function operandsOf({ operation, kernel }: SharedSubject): readonly Operand[] {
  return operation.operands(operationOptions(operation, kernel.options));
}

/** What of it may be divided: the rows of a matrix beside which numbers are sums, or what `sharing` names. */
function dividedOf(subject: SharedSubject): Divided | undefined {
  const { precision } = subject.precision;
  if (operandsOf(subject).some(({ role }) => role === 'matrix')) {
    const coo = matrixById('power-law').make(precision);
    const part = stripesOfCoo(coo);
    const imaginary = isOfPairs(subject) ? stripesOfCoo(imaginaryPart(asComplex(coo))) : undefined;
    return {
      size: 'rows',
      length: coo.shape.rows,
      problem: (begin, end) => {
        const rows = part({ begin, end });
        return { coo: imaginary ? complexCoo(rows, imaginary({ begin, end }).values) : rows, sizes: {} };
      },
    };
  }
  const { sharing } = subject.operation;
  if (sharing?.kind !== 'elements') return undefined;
  const { size } = sharing;
  return { size, length: WHOLE, problem: (begin, end) => ({ coo: undefined, sizes: { [size]: end - begin } }) };
}

/** Whether there is something to compare. */
export function saysParts(subject: SharedSubject): boolean {
  const operands = operandsOf(subject);
  if (!operands.some(({ role }) => role === 'matrix')) return subject.operation.sharing?.kind === 'elements';
  return operands.some((operand) => operand.role === 'device-scalar' && operand.combine === 'sum');
}

/** Elements of each of what is divided: 1 in a vector, a row of a dense operand; 0 where a part has all of it. */
function perElement(operand: Operand | undefined, { layout }: BufferSlot, size: string): number {
  if (operand?.role === 'vector') return operand.length === size ? 1 : 0;
  return operand?.role === 'dense' && operand.rows === size && operand.batch === undefined ? (layout?.cols ?? 0) : 0;
}

/** Compares the reference of a whole with those of two parts of it. Errors: `ConformanceError`. */
export function ensureShared(subject: SharedSubject, recorder: Pick<Recorder, 'compare'>): void {
  const divided = dividedOf(subject);
  if (!divided) return;
  const { operation, kernel, precision } = subject;
  const { size, length, problem } = divided;
  const workloadOf = (begin: number, end: number): ReturnType<typeof createWorkload> => {
    const { coo, sizes } = problem(begin, end);
    return createWorkload(operation, coo, { options: kernel.options ?? {}, sizes });
  };
  const trial = createOperationTrial(workloadOf(0, length), precision);
  const slots = trial.workload.signature.buffers.map((slot) => {
    const operand = operandsOf(subject).find(({ name }) => name === slot.name);
    return { slot, operand, step: perElement(operand, slot, size) * PRECISIONS[precision.precision].components };
  });
  const parts = [
    [0, CUT],
    [CUT, length],
  ].map(([begin = 0, end = 0]) => {
    const buffers: Readonly<Record<string, ValueArray>> = Object.fromEntries(
      slots.map(({ slot: { name }, step }) => {
        const all = trial.buffers[name];
        return [name, step === 0 ? all : all.slice(begin * step, end * step)];
      }),
    );
    return referencesOf(workloadOf(begin, end), buffers, trial.scalars, precision);
  });
  for (const { slot, operand, step } of slots) {
    const reference = trial.references[slot.name];
    const found = parts.map((part) => part[slot.name]);
    if (slot.access === 'read' || !reference || found.some((one) => !one || one.elements)) continue;
    const values = (found as readonly Reference[]).map(({ high }) => [...high]);
    const isSum = operand?.role === 'device-scalar' && operand.combine === 'sum';
    if (step === 0 && !isSum) continue;
    const all =
      step > 0
        ? values.flat()
        : [...reference.high.keys()].map((at) => values.reduce((sum, part) => sum + (part[at] ?? 0), 0));
    const report = judge(Float64Array.from(all), reference, precision.accumulator);
    const details = { operation: operation.id, size, row: report.row, 'error ratio': report.errorRatio };
    ensure(
      all.length === reference.high.length && report.errorRatio <= 1,
      SHARED,
      () => `${slot.name}[${report.row}] of parts is ${report.got}, of the whole ${report.expected}`,
      details,
    );
    recorder.compare(report.errorRatio);
  }
}
