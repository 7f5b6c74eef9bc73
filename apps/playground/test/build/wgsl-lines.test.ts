import { expect, test } from 'vitest';
import { withWgslLines } from '../../build/wgsl-lines.ts';

const WGSL = new Map([
  [
    '/kernels/csr.wgsl',
    `// rowStart[row + 1] in a remark
  let begin = rowStart[row];
  let end = rowStart[row + 1];
  let value = loaded();
    sum = addProduct(sum, value[0], x[colIndex[k]]);
  finishRow(row, sum);`,
  ],
]);

test('a line of CUDA stands beside the line of WGSL that touches its arrays, the likest in words; others beside none', () => {
  const lines = [
    'const unsigned last = rowStart[row + 1];',
    'sum += operand[stream(colIndex + k)];',
    'finishRow(y, row, sum, alpha, beta);',
    'const unsigned row = blockIdx.x * T;',
    'value[u] = 0;',
  ];
  const found = withWgslLines(
    lines.map((text, k) => ({ place: `csr.cuh:${k}`, text })),
    WGSL,
  );
  expect(found.map(({ place }) => place)).toEqual(lines.map((_, k) => `csr.cuh:${k}`));
  expect(found.map(({ wgsl }) => wgsl?.place)).toEqual([
    'csr.wgsl:3',
    'csr.wgsl:5',
    'csr.wgsl:6',
    undefined,
    undefined,
  ]);
  expect(found[0]?.wgsl?.text).toBe('let end = rowStart[row + 1];');
});
