import { knownMatrices } from './known-matrices.ts';
import type { StudyMatrix } from './study-matrix.ts';

/** The matrices of these names, in this order. One that nothing is known about is not run. */
export function matricesNamed(names: readonly string[]): readonly StudyMatrix[] {
  return names.map(
    (name) =>
      knownMatrices.find((matrix) => matrix.name === name) ?? {
        name,
        facts: [],
        source: { kind: 'notRun', why: 'Nothing is known about it but its name.' },
      },
  );
}
