import { readFileSync } from 'node:fs';
import type { FileMatrix } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { denseOf, readNpy, readSciPyNpz, sciPyEntries } from '../src/index.ts';
import { archiveOf, membersOf } from './archives.ts';
import { fault } from './faults.ts';
import { fromBase64 } from './helpers.ts';
import { mutated, seeded } from './mutate.ts';

const recorded = (name: string): readonly Uint8Array[] =>
  (
    JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')) as {
      readonly cases: readonly { readonly file: string }[];
    }
  ).cases.map(({ file }) => fromBase64(file));

const limits = { entries: 1 << 20, bytes: 1 << 24 };
const words = ["'|O'", "'<f8'", "'>c16'", '(', ')', '-1', '99999999999999999999', 'True', '(2, 2)', '{', "'"].map(
  (word) => new TextEncoder().encode(word),
);

/** The same bytes as a source that hands them out in memory of their own, so that nothing depends on where they lie. */
function apart(bytes: Uint8Array): { readonly size: number; read(at: number, length: number): Promise<Uint8Array> } {
  return {
    size: bytes.length,
    read: (at, length) => Promise.resolve(Uint8Array.from(bytes.subarray(at, at + length))),
  };
}

/** Reads mutations of the seeds, whole and from a source in pieces: both have the same outcome. */
async function fuzz(
  seed: number,
  count: number,
  seeds: readonly Uint8Array[],
  read: (bytes: Uint8Array | ReturnType<typeof apart>) => Promise<FileMatrix>,
): Promise<readonly string[]> {
  const below = seeded(seed);
  const faults: string[] = [];
  for (let n = 0; n < count; n++) {
    const bytes = mutated(seeds[below(seeds.length)] as Uint8Array, below, words);
    const outcomes: string[] = [];
    for (const source of [bytes, apart(bytes)]) {
      const found = await fault(() => read(source));
      if (found !== undefined) faults.push(`${n}: ${found} (${Buffer.from(bytes).toString('base64')})`);
      outcomes.push(
        await read(source).then(
          ({ values }) => String(values),
          (error: unknown) => String(error),
        ),
      );
    }
    if (outcomes[0] !== outcomes[1]) faults.push(`${n}: ${outcomes.join(' but apart ')}`);
  }
  return faults;
}

describe('mutated files are read or refused, the same from memory and from a file', () => {
  it('.npy', async () => {
    const small = recorded('numpy.json').filter((bytes) => bytes.length < 500);
    expect(await fuzz(7, 3000, small, async (bytes) => denseOf(await readNpy(bytes, { limits })))).toEqual([]);
  });

  it('.npz', async () => {
    expect(
      await fuzz(11, 1500, recorded('scipy.json'), async (bytes) =>
        sciPyEntries(await readSciPyNpz(bytes, { limits })),
      ),
    ).toEqual([]);
  });

  it('.npz whose archive is whole, but whose arrays are not', async () => {
    const below = seeded(13);
    const members = await membersOf({});
    for (let n = 0; n < 1500; n++) {
      const names = Object.keys(members);
      const name = names[below(names.length)] as string;
      const bytes = await archiveOf({ ...members, [name]: mutated(members[name] as Uint8Array, below, words) });
      expect(
        await fault(async () => sciPyEntries(await readSciPyNpz(bytes, { limits }))),
        `${n}: ${Buffer.from(bytes).toString('base64')}`,
      ).toBeUndefined();
    }
  });
});
