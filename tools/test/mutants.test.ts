import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { mutants } from '../mutants/mutants.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

it('every mutant changes one place of its file', () => {
  const places = mutants.map(({ id, file, find }) => [
    id,
    readFileSync(`${ROOT}${file}`, 'utf8').split(find).length - 1,
  ]);
  expect(places.filter(([, count]) => count !== 1)).toEqual([]);
});
