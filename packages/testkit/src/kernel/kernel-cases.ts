import type { BackendDescriptor, OpenOptions, Precision, SparseFormat, SpmvKernel } from '@spmv/core';
import type { Session } from '../backend/session.ts';
import { createSession } from '../backend/session.ts';
import type { ParamChoice } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { inputCases } from './input-cases.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { lifetimeCases } from './lifetime-cases.ts';
import { numericCases } from './numeric-cases.ts';
import { parameterCases } from './parameter-cases.ts';
import { partitionCases } from './partition-cases.ts';
import { poisonCases } from './poison-cases.ts';
import { productCases } from './product-cases.ts';
import { programCases } from './program-cases.ts';
import { sequenceCases } from './sequence-cases.ts';

/** The kernel to test, and what runs it. */
export interface KernelCasesOptions {
  readonly kernel: SpmvKernel;
  /** The format the kernel reads. */
  readonly format: SparseFormat;
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
  const { kernel, format, backend, precisions, params = {}, matrices = [] } = options;
  const session = options.session ?? createSession(backend, options.open);
  return kernel.precisions
    .filter(({ precision }) => precisions === undefined || precisions.includes(precision))
    .map((precision) => ({ kernel, format, backend, session, precision, params, matrices }));
}

/**
 * Everything a kernel of y ← αAx + βy promises, in each of its precisions, on one backend. Ids are `kernel@backend/precision/…`.
 * What the device or the format cannot do is refused with the reason. Where a format refuses the matrices that a case is made for, it
 * takes others of the kit or of `matrices`. Cases share one opened backend, which closes when idle.
 */
export function kernelCases(options: KernelCasesOptions): readonly ConformanceCase[] {
  return kernelSubjects(options).flatMap((subject) =>
    [
      parameterCases,
      productCases,
      poisonCases,
      inputCases,
      sequenceCases,
      numericCases,
      programCases,
      partitionCases,
      lifetimeCases,
    ].flatMap((make) => make(subject)),
  );
}
