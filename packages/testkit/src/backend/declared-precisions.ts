import type { Backend, BackendDescriptor, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import { ensure } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import type { KernelSubject } from '../kernel/kernel-subject.ts';
import { complexOn } from '../kernel/complex-cases.ts';
import { canRun, isOfPairs, tryOn } from '../kernel/kernel-subject.ts';
import { ordinaryOn } from '../kernel/parameter-cases.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';

const MULTIPLIES = 'A backend multiplies';
const COMPUTES = 'A backend computes in every precision that its device declares';

/** Whether any of the kernels computes a product here: the first that does is enough. */
async function someProduct(subjects: readonly KernelSubject[], opened: Backend, recorder: Recorder): Promise<boolean> {
  for (const subject of subjects) {
    if (!canRun(subject, opened.device, [], recorder)) continue;
    const before = recorder.products();
    const on = isOfPairs(subject) ? complexOn : ordinaryOn;
    await tryOn(subject, matricesById('random'), recorder, (matrix) => on(subject, matrix, opened, recorder));
    if (recorder.products() > before) return true;
  }
  return false;
}

/** Without a product a backend that does nothing would pass all other cases. */
export async function multiplies(
  { id, targets }: BackendDescriptor,
  subjects: readonly KernelSubject[],
  opened: Backend,
  recorder: Recorder,
): Promise<void> {
  if (await someProduct(subjects, opened, recorder)) return;
  const languages = targets.join(' or ');
  const why =
    subjects.length === 0
      ? `no kernel in ${languages} with its format was given`
      : `${subjects.length} kernels in ${languages} were refused`;
  ensure(false, MULTIPLIES, `no product was compared: ${why}`, { backend: id });
}

/** A product in a precision that the device declares. Without one nothing shows that it is there. */
export async function computesIn(
  { id, targets }: BackendDescriptor,
  precision: Precision,
  subjects: readonly KernelSubject[],
  opened: Backend,
  recorder: Recorder,
): Promise<void> {
  const { name, precisions } = opened.device;
  if (!precisions.includes(precision)) return recorder.refuse(`${name} does not compute in ${precision}`);
  const own = subjects.filter((subject) => subject.precision.precision === precision);
  if (await someProduct(own, opened, recorder)) return;
  const known: Readonly<Record<string, unknown>> = PRECISIONS[precision].targets;
  const able = targets.filter((target) => known[target] !== undefined);
  const given = own.length === 0 ? 'was given' : 'ran';
  // Kernels of another package may be all that is missing.
  if (own.length === 0 && able.length > 0)
    return recorder.notTried(`no kernel in ${able.join(' or ')} that computes in ${precision} ${given}`);
  ensure(
    false,
    COMPUTES,
    `${precision} is declared, and no kernel in ${targets.join(' or ')} that computes in it ${given}`,
    {
      backend: id,
      device: name,
    },
  );
}
