import type { StoredMatrix } from '@spmv/core';
import type { ConformanceCase } from '../case/conformance-case.ts';
import { ensure } from '../case/conformance-error.ts';
import { defineCase } from '../case/define-case.ts';
import { copyArrays } from '../case/bits.ts';
import { matricesById } from '../matrices/conformance-matrices.ts';
import { poolOf, tryMatrices } from '../matrices/try-matrices.ts';
import type { FormatSubject } from './format-subject.ts';
import { eachFormatPoint } from './format-subject.ts';

/** A way to damage a stored matrix that `check` must notice. */
export interface Corruption {
  /** Last part of the case's id. */
  readonly name: string;
  /** Changes the arrays of a copy. Return false where there is nothing to damage. */
  corrupt(matrix: StoredMatrix): boolean | void;
  /** Invariant that must be among the findings. Default: any. */
  readonly invariant?: string;
}

const NOTICED = 'check finds damage';
/** Matrices with entries in rows of different lengths, some of them empty. */
const MATRICES = matricesById('middle-rows-empty', 'wide', 'power-law');

const LARGEST = { i32: 2 ** 31 - 1, u32: 2 ** 32 - 1, i16: 2 ** 15 - 1, u16: 2 ** 16 - 1, i8: 127, u8: 255 } as const;

/** Every element of an index array past any index there can be. */
function overflowOf(name: string): Corruption {
  return {
    name: `${name}-out-of-range`,
    corrupt(matrix) {
      const array = matrix.arrays[name];
      if (array === undefined || array.length === 0 || array instanceof Float64Array || array instanceof Float32Array)
        return false;
      const type = `${array instanceof Int32Array || array instanceof Int16Array || array instanceof Int8Array ? 'i' : 'u'}${8 * array.BYTES_PER_ELEMENT}`;
      array.fill(LARGEST[type as keyof typeof LARGEST]);
      return true;
    },
  };
}

function holdsIndices(subject: FormatSubject, name: string): boolean {
  const declared = subject.format.layout[name]?.element ?? 'value';
  const elements: readonly string[] = Array.isArray(declared) ? (declared as readonly string[]) : [declared as string];
  return elements.every((element) => element in LARGEST);
}

/**
 * `check` must find every array of indices filled with the largest number its type holds, except those in `unchecked`, and the
 * damage the author describes in `corruptions`.
 */
export function corruptionCases(
  subject: FormatSubject,
  unchecked: readonly string[],
  corruptions: readonly Corruption[],
): readonly ConformanceCase[] {
  const indices = Object.keys(subject.format.layout).filter(
    (name) => holdsIndices(subject, name) && !unchecked.includes(name),
  );
  return [...indices.map(overflowOf), ...corruptions].map((corruption) =>
    defineCase({
      id: `${subject.format.id}/corruption/${corruption.name}`,
      run: (recorder) =>
        tryMatrices(
          { owner: `format '${subject.format.id}'`, others: poolOf(subject.matrices) },
          MATRICES,
          recorder,
          (matrix) =>
            eachFormatPoint(subject, matrix, recorder, (point) => {
              const damaged = { ...point.stored, arrays: copyArrays(point.stored.arrays) };
              if (corruption.corrupt(damaged) === false) {
                recorder.refuse('there is nothing to damage');
                return;
              }
              const findings = subject.format.check(damaged);
              const { invariant } = corruption;
              const found =
                invariant === undefined
                  ? findings.length > 0
                  : findings.some((finding) => finding.invariant === invariant);
              ensure(
                found,
                NOTICED,
                () =>
                  `'${corruption.name}' gave ${findings.length === 0 ? 'no finding' : findings.map((finding) => finding.invariant).join(', ')}`,
                point.where,
              );
              recorder.compare();
            }),
        ),
    }),
  );
}
