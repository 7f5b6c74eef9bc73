import type { Backend, KernelContext, NamedArrays } from '@spmv/core';
import { headerOf, kernelContext, NO_MATRIX } from '@spmv/core';
import { changedElement, copyArrays } from '../case/bits.ts';
import { choosePoints } from '../case/choose-points.ts';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure, messageOf } from '../case/conformance-error.ts';
import type { Recorder } from '../case/define-case.ts';
import { recordRefusal } from '../case/refusal.ts';
import { deepFreeze, plainText } from '../case/plain-data.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import type { TestMatrix } from '../matrices/test-matrix.ts';
import { problemsOf } from '../operation/operation-problems.ts';
import { kernelCase } from './kernel-case.ts';
import type { KernelSubject } from './kernel-subject.ts';
import { tryOn } from './kernel-subject.ts';

const PURE = 'program and analyse are pure';

function checkAuxiliary(auxiliary: NamedArrays, stored: NamedArrays, where: Record<string, unknown>): void {
  const memory = new Set(Object.values(stored).map((array) => array.buffer));
  for (const [name, array] of Object.entries(auxiliary)) {
    ensure(
      array.byteLength === 0 || !memory.has(array.buffer),
      PURE,
      `auxiliary array '${name}' shares memory with the matrix`,
      where,
    );
  }
}

/** The same frozen input twice: the same plain program and the same auxiliary arrays, and nothing modified. */
async function purity(subject: KernelSubject, backend: Backend, recorder: Recorder): Promise<void> {
  await tryOn(subject, matricesById('wide', 'power-law', 'one-row'), recorder, (matrix) =>
    purityOn(subject, matrix, backend, recorder),
  );
}

async function purityOn(
  subject: KernelSubject,
  testMatrix: TestMatrix,
  backend: Backend,
  recorder: Recorder,
): Promise<void> {
  const { kernel, precision } = subject;
  for (const { workload, stored = NO_MATRIX } of problemsOf(subject, testMatrix, recorder, 4, 'one')) {
    const fresh = (): KernelContext =>
      deepFreeze(
        structuredCopy(
          kernelContext(subject.operation, kernel, {
            matrix: headerOf(stored),
            device: backend.device,
            precision,
            sizes: workload.ownSizes,
            layouts: workload.layouts,
          }),
        ),
      );
    const matrix = deepFreeze({ ...stored, arrays: { ...stored.arrays } });
    const copies = copyArrays(stored.arrays);
    for (const point of choosePoints(kernel.params, fresh(), `kernel '${kernel.id}'`, subject.params).points) {
      const params = deepFreeze({ ...point });
      const where = { kernel: kernel.id, matrix: testMatrix.id, params };
      try {
        const program = plainText(kernel.program(fresh(), params));
        ensure(program !== undefined, PURE, 'the program is not plain data', where);
        ensure(program === plainText(kernel.program(fresh(), params)), PURE, 'the same input gave two programs', where);
        if (kernel.analyse) {
          const auxiliary = kernel.analyse(matrix, fresh(), params);
          checkAuxiliary(auxiliary, stored.arrays, where);
          ensure(
            plainText(auxiliary) === plainText(kernel.analyse(matrix, fresh(), params)),
            PURE,
            'the same input gave two analyses',
            where,
          );
        }
      } catch (error) {
        ensure(!(error instanceof TypeError), PURE, `it failed on frozen input: ${messageOf(error)}`, where);
        recordRefusal(recorder, where, error);
        continue;
      }
      const changed = changedElement(stored.arrays, copies);
      ensure(changed === undefined, PURE, () => `${changed?.name}[${changed?.index}] of A changed`, where);
      recorder.accept();
      recorder.compare();
    }
  }
}

/** A copy of plain data, typed arrays shared. */
function structuredCopy<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  if (Array.isArray(value)) return value.map((inner: unknown) => structuredCopy(inner)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, structuredCopy(inner as unknown)]),
  ) as T;
}

/** A kernel as a pure description. */
export function programCases(subject: KernelSubject): readonly ConformanceCase[] {
  return [kernelCase(subject, { id: 'program/pure', run: (backend, recorder) => purity(subject, backend, recorder) })];
}
