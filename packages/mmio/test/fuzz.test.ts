import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createFuzzCheck } from '../tools/fuzz-check.ts';
import { createMutator } from '../tools/mutate.ts';

const check = createFuzzCheck();
const folder = (name: string): URL => new URL(`../fixtures/${name}/`, import.meta.url);
const mtx = (name: string): readonly string[] => readdirSync(folder(name)).filter((file) => file.endsWith('.mtx'));

it('inputs that once failed do not any more', () => {
  for (const name of mtx('fuzz')) {
    for (let salt = 0; salt < 200; salt++)
      expect(check(readFileSync(new URL(name, folder('fuzz'))), salt).failure, name).toBeUndefined();
  }
});

it('mutated files are read or refused at a place, the same in chunks', () => {
  const seeds = mtx('valid')
    .map((name) => readFileSync(new URL(name, folder('valid'))))
    .filter((bytes) => bytes.length < 2000);
  const mutator = createMutator(11, seeds);
  for (let n = 0; n < 3000; n++) {
    const input = mutator.next();
    const { failure } = check(input, n);
    if (failure !== undefined) expect([failure, new TextDecoder().decode(input)]).toBeUndefined();
  }
});
