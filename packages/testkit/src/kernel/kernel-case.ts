import type { Backend } from '@spmv/core';
import type { ConformanceCase, Tier } from '../case/conformance-case.ts';
import type { Recorder } from '../case/define-case.ts';
import { defineCase } from '../case/define-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { canRun, subjectId } from './kernel-subject.ts';

export interface KernelCaseParts {
  /** The promise, and what it is tested on: `product/wide`. */
  readonly id: string;
  readonly tier?: Tier;
  readonly needs?: readonly string[];
  run(backend: Backend, recorder: Recorder): Promise<void>;
}

/** A case of a kernel on its session's backend, refused where the kernel cannot run on the device. */
export function kernelCase(
  subject: KernelSubject,
  { id, tier = 'quick', needs = [], run }: KernelCaseParts,
): ConformanceCase {
  return defineCase({
    id: `${subjectId(subject)}/${id}`,
    tier,
    needs: [...needs, subject.precision.precision],
    backend: subject.backend.id,
    run: (recorder) =>
      subject.session.use(async (backend) => {
        if (canRun(subject, backend.device, needs, recorder)) await run(backend, recorder);
      }),
  });
}
