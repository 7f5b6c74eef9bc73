import type { BackendDescriptor, OpenOptions, Precision, SparseFormat, Kernel, Operation } from '@spmv/core';
import { spmv } from '@spmv/core';
import type { Session } from '../backend/session.ts';
import { createSession } from '../backend/session.ts';
import type { ParamChoice } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { complexCases } from './complex-cases.ts';
import { inputCases } from './input-cases.ts';
import { operationCases } from '../operation/operation-cases.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { isOfPairs, isPlainSpmv } from './kernel-subject.ts';
import { lifetimeCases } from './lifetime-cases.ts';
import { magnitudeCases } from './magnitude-cases.ts';
import { numericCases } from './numeric-cases.ts';
import { parameterCases } from './parameter-cases.ts';
import { partitionCases } from './partition-cases.ts';
import { poisonCases } from './poison-cases.ts';
import { productCases } from './product-cases.ts';
import { programCases } from './program-cases.ts';
import { sequenceCases } from './sequence-cases.ts';
import { sizeCases } from './size-cases.ts';

/** The kernel to test, and what runs it. */
export interface KernelCasesOptions {
  readonly kernel: Kernel;
  /** What it computes. Default: SpMV. */
  readonly operation?: Operation;
  /** The format the kernel reads; left out when its operation has no matrix. */
  readonly format?: SparseFormat;
  /** A backend that runs the kernel's target. */
  readonly backend: BackendDescriptor;
  /** How to open it. */
  readonly open?: OpenOptions;
  /** An opened backend to share with other cases. Default: one for these cases. */
  readonly session?: Session;
  /** Values to test of parameters of format, kernel and backend. Default: all, or the corners of large spaces. */
  readonly params?: ParamChoice;
  /** Default: all that the kernel declares. */
  readonly precisions?: readonly Precision[];
  /** Matrices besides the kit's own. */
  readonly matrices?: readonly TestMatrix[];
}

/** The subjects of a kernel: one for each of its precisions, sharing one session. */
export function kernelSubjects(options: KernelCasesOptions): readonly KernelSubject[] {
  const { kernel, format, backend, precisions, operation = spmv, params = {}, matrices = [] } = options;
  const session = options.session ?? createSession(backend, options.open);
  return kernel.precisions
    .filter(({ precision }) => precisions === undefined || precisions.includes(precision))
    .map((precision) => ({ operation, kernel, format, backend, session, precision, params, matrices }));
}

/** What SpMV alone promises: the cases know x, y, α and β, and which rows of which matrices go wrong. */
const SPMV_CASES = [
  productCases,
  poisonCases,
  inputCases,
  sequenceCases,
  numericCases,
  magnitudeCases,
  lifetimeCases,
] as const;

/**
 * Everything a kernel promises, in each of its precisions, on one backend: what its operation says, and for SpMV itself much more. Ids are
 * `kernel@backend/precision/…`. What the device or the format cannot do is refused with the reason. Where a format refuses the matrices
 * that a case is made for, it takes others of the kit or of `matrices`. Cases share one opened backend, which closes when idle.
 */
export function kernelCases(options: KernelCasesOptions): readonly ConformanceCase[] {
  return kernelSubjects(options).flatMap((subject) => {
    if (isOfPairs(subject)) return subject.operation.id === spmv.id ? complexCases(subject) : operationCases(subject);
    const own = isPlainSpmv(subject) ? SPMV_CASES : [operationCases];
    return [parameterCases, programCases, partitionCases, sizeCases, ...own].flatMap((make) => make(subject));
  });
}
