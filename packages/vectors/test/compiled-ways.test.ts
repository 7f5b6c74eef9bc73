import { VECTOR_PASSES, wayOf, waysOf } from '@spmv/kernel-kit';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { JS_PAIR_PASSES, JS_PASSES } from './js-passes.ts';

const path = (file: string): string => fileURLToPath(new URL(`../../${file}`, import.meta.url));
const GIVEN = 'first, weights, second, moved, into, other, sums, by, share, step, turned, begin, end';

/** A line of each of the files that loops are compiled in, for a way or an entry point. */
const FILES: readonly (readonly [file: string, lines: readonly string[]])[] = [
  [
    'vectors/assembly/pass.ts',
    waysOf(VECTOR_PASSES, false).map((way) => `  if (way == ${way}) return rows<T>(${way}, ${GIVEN});`),
  ],
  [
    'vectors/src/kernels/pass.cu',
    VECTOR_PASSES.map((pass) => {
      const name = [pass.operation, ...Object.values(pass.options)].join('_').replace('-', '_');
      return `ENTRIES(${name}, ${pass.by?.times === 'beta' ? '16, scaledPass' : '14, pass'}<V, ${wayOf(pass)}>)`;
    }),
  ],
  ['kernels-native/addon/passes-inl.h', waysOf(VECTOR_PASSES, true).map((way) => `      SPMV_WAY(${way})`)],
  ['vectors/src/js/pass.ts', JS_PASSES],
  ['vectors/src/js/pairs.generated.ts', JS_PAIR_PASSES],
];

// Where a row of the table is new or changed: vitest FILE -u, and a build.
it.each(FILES)('%s has a loop for every row of the table, between its marks', async (file, lines) => {
  const found = readFileSync(path(file), 'utf8').split('\n');
  const [begin, end] = ['passes:begin', 'passes:end'].map((mark) => found.findIndex((line) => line.includes(mark)));
  expect([begin, end]).not.toContain(-1);
  const written = [...found.slice(0, (begin as number) + 1), ...lines, ...found.slice(end)].join('\n');
  await expect(written).toMatchFileSnapshot(path(file));
});
