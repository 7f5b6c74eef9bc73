import { elementTypeOf } from '../data/element.ts';
import type { Finding } from '../data/finding.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import type { SparseFormat } from './sparse-format.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/**
 * Everything wrong with a stored matrix: array names, element types and lengths against the format's plan for `structure`,
 * then the format's own invariants. Throws nothing, modifies nothing.
 */
export function checkStored(format: SparseFormat, matrix: StoredMatrix, structure: MatrixStructure): readonly Finding[] {
  if (matrix.format !== format.id) return [{ invariant: 'format.id', message: `is '${matrix.format}', not '${format.id}'` }];
  const findings: Finding[] = [];
  const plan = format.plan(structure, matrix.params, matrix.valueType);
  const names = new Set([...Object.keys(plan.arrays), ...Object.keys(matrix.arrays)]);
  for (const name of names) {
    const planned = plan.arrays[name];
    const array = matrix.arrays[name];
    if (!planned || !array) {
      findings.push({ invariant: 'layout.names', message: `array '${name}' is ${planned ? 'missing' : 'not in the plan'}` });
      continue;
    }
    const element = elementTypeOf(array);
    if (element !== planned.element) {
      findings.push({ invariant: 'layout.elements', message: `array '${name}' holds ${element ?? 'something else'}, planned ${planned.element}` });
    }
    if (array.length !== planned.length) {
      findings.push({ invariant: 'layout.lengths', message: `array '${name}' has ${array.length} elements, planned ${planned.length}` });
    }
  }
  for (const [name, value] of Object.entries(plan.scalars)) {
    if (matrix.scalars[name] !== value) {
      findings.push({ invariant: 'layout.scalars', message: `scalar '${name}' is ${matrix.scalars[name]}, planned ${value}` });
    }
  }
  return findings.length > 0 ? findings : format.check(matrix);
}
