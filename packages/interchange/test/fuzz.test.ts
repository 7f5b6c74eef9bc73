import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkFuzzed } from '../tools/fuzz/check.ts';
import { createRandom, cutsAndFlips, mutated } from '@spmv/testkit';
import { FULL } from '../../../tools/full-lane.ts';
import { type FuzzSubject, fuzzSubjects } from '../tools/fuzz/subjects.ts';

const subjects = await fuzzSubjects();
const folder = new URL('../fixtures/fuzz/', import.meta.url);

async function expectRead(subject: FuzzSubject, bytes: Uint8Array): Promise<void> {
  const { failure } = await checkFuzzed(subject, bytes);
  if (failure !== undefined) expect([failure, Buffer.from(bytes).toString('base64')]).toBeUndefined();
}

it('inputs that once failed do not any more', async () => {
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const subject = subjects[decodeURIComponent(file).replace(/\.[0-9a-f]{12}$/, '')];
    expect(subject, file).toBeDefined();
    await expectRead(subject as FuzzSubject, new Uint8Array(readFileSync(new URL(file, folder))));
  }
});

describe('are read or refused, the same from memory and in pieces', () => {
  it.each(Object.keys(subjects))('%s: mutated files', async (name) => {
    const subject = subjects[name] as FuzzSubject;
    const random = createRandom(7);
    for (let n = 0; n < (FULL ? 800 : 300); n++)
      await expectRead(
        subject,
        mutated(subject.seeds[random.integer(subject.seeds.length)] as Uint8Array, random, subject.words),
      );
  });

  it.each(Object.keys(subjects))('%s: a file cut at every place, and with any bit turned over', async (name) => {
    const subject = subjects[name] as FuzzSubject;
    const shortest = subject.seeds.toSorted((a, b) => a.length - b.length)[0] as Uint8Array;
    const every = (shortest.length > 500 ? 7 : 1) * (FULL ? 1 : 3);
    for (const bytes of cutsAndFlips(shortest, every)) await expectRead(subject, bytes);
  });
});
