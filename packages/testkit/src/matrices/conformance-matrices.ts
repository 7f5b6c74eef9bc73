import { cancellation, duplicates, hugeValues, integers, storedZeros, subnormals } from '../generators/numeric.ts';
import { structuredMatrices } from './structured.ts';
import { degenerateMatrices, distributionMatrices, shapeMatrices, sizeMatrices } from './shapes.ts';
import type { TestMatrix } from './test-matrix.ts';
import { testMatrix } from './test-matrix.ts';

/** Values that go wrong. */
const valueMatrices: readonly TestMatrix[] = [
  testMatrix('duplicates', () => duplicates({ rows: 30, cols: 40 })),
  testMatrix('stored-zeros', () => storedZeros({ rows: 30, cols: 25 })),
  testMatrix('subnormals', (precision) => subnormals({ rows: 30, cols: 25, precision })),
  testMatrix('huge-values', (precision) => hugeValues({ rows: 30, cols: 25, precision })),
  testMatrix('integers', () => integers({ rows: 45, cols: 50 })),
  testMatrix('cancellation', (precision) => cancellation({ rows: 40, precision }), { x: 'ones' }),
];

/** Every matrix the kit tests with, of all tiers. */
export const conformanceMatrices: readonly TestMatrix[] = [
  ...shapeMatrices,
  ...degenerateMatrices,
  ...distributionMatrices,
  ...sizeMatrices,
  ...valueMatrices,
  ...structuredMatrices,
];

/** The matrices of these ids. */
export function matricesById(...ids: readonly string[]): readonly TestMatrix[] {
  return ids.map(matrixById);
}

/** The matrix of this id. Throws when there is none: ids in this package are constants. */
export function matrixById(id: string): TestMatrix {
  const found = conformanceMatrices.find((matrix) => matrix.id === id);
  if (found) return found;
  throw new RangeError(`There is no test matrix '${id}'.`);
}
