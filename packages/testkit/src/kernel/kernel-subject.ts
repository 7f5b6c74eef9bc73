import type { BackendDescriptor, DeviceInfo, KernelPrecision, SparseFormat, Kernel, Operation } from '@spmv/core';
import { kernelObstacle, operationOptions, PRECISIONS, spmv, storedPrecision } from '@spmv/core';
import type { Session } from '../backend/session.ts';
import type { ParamChoice } from '../case/choose-points.ts';
import type { Recorder } from '../case/define-case.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { poolOf, tryMatrices } from '../matrices/try-matrices.ts';

/** A kernel under test, in one precision, on one backend. */
export interface KernelSubject {
  readonly operation: Operation;
  readonly kernel: Kernel;
  /** The format it reads; absent when the operation has no matrix. */
  readonly format: SparseFormat | undefined;
  readonly backend: BackendDescriptor;
  readonly session: Session;
  readonly precision: KernelPrecision;
  /** Values to test of parameters of the format, the kernel and the backend. */
  readonly params: ParamChoice;
  /** Matrices besides the kit's own. */
  readonly matrices: readonly TestMatrix[];
}

/** Beginning of the ids of a subject's cases. */
export function subjectId({ kernel, backend, precision }: KernelSubject): string {
  const stored = precision.stored === undefined ? '' : `-${precision.stored}`;
  return `${kernel.id}@${backend.id}/${precision.precision}${stored}`;
}

/** Whether the subject computes with complex numbers. */
export function isOfPairs({ precision }: Pick<KernelSubject, 'precision'>): boolean {
  return PRECISIONS[precision.precision].components === 2;
}

/** Type of the host arrays of the subject's precision. */
export function hostOf(subject: KernelSubject): 'f64' | 'f32' {
  return PRECISIONS[storedPrecision(subject.precision)].host;
}

/** Whether a kernel computes y ← αAx + βy itself, and no variant of it. */
export function isPlainSpmv({ operation, kernel, precision }: KernelSubject): boolean {
  return (
    operation.id === spmv.id &&
    operationOptions(spmv, kernel.options)['transpose'] === false &&
    precision.stored === undefined
  );
}

/** Capability of a device on which numbers shorter than f64 and below the smallest normal one may become 0. */
const FLUSHES = 'flushes-subnormals';

/** Whether the subject's sums keep what is below the smallest normal number. */
export function keepsSubnormals({ precision }: KernelSubject, { capabilities }: DeviceInfo): boolean {
  return precision.precision === 'f64' || !capabilities.includes(FLUSHES);
}

/** Capability of a device that may assume that no value is infinite or NaN; cases that need `nonfinite` do not apply to it. */
export const FINITE_MATH = 'finite-math';

/** Records why the subject cannot run on this device, or says that it can. */
export function canRun(
  subject: KernelSubject,
  device: DeviceInfo,
  needs: readonly string[],
  recorder: Recorder,
): boolean {
  recorder.device(device.name);
  const obstacle = kernelObstacle(subject.kernel, subject.backend, device, subject.precision.precision);
  if (obstacle) recorder.refuse(obstacle.message);
  else if (needs.includes('nonfinite') && device.capabilities.includes(FINITE_MATH))
    recorder.refuse(`${device.name} may assume finite numbers`);
  else return true;
  return false;
}

/** Visits `wanted`, or others in place of those that format, kernel or backend refuse. */
export function tryOn(
  subject: KernelSubject,
  wanted: readonly TestMatrix[],
  recorder: Recorder,
  visit: (matrix: TestMatrix) => Promise<void>,
  others: readonly TestMatrix[] = poolOf(subject.matrices),
): Promise<void> {
  return tryMatrices({ owner: `kernel '${subject.kernel.id}' with its format`, others }, wanted, recorder, visit);
}
