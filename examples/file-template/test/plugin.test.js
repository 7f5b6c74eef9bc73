// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isSpmvError } from '@spmv/core';
import { createRandom, cutsAndFlips, mutated, pluginCases, register } from '@spmv/testkit';
// By its name: what is tested is the build, as whoever installs it gets it.
import { edges, plugin } from '@acme/spmv-edges';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

// Everything the interfaces promise of a type of files: it writes, knows its own and reads them back, keeps to limits.
register(pluginCases(plugin, { manifest }), { describe, it });

const RIGHT = 'edges 2 3\n0 1 1.5\n1 2 -0\n1 2 1e-300\n';
const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
const read = (/** @type {Uint8Array} */ bytes, entries = 1 << 20) =>
  edges.read(
    { size: bytes.length, read: async (at, length) => bytes.slice(at, at + Math.min(length, 7)) },
    { limits: { entries } },
  );

describe('files', () => {
  it('are read as they are written', async () => {
    const { shape, positions, values } = await read(encode(RIGHT));
    assert.deepEqual(shape, { rows: 2, cols: 3 });
    assert.deepEqual([...(positions?.rowIndex ?? [])], [0, 1, 1]);
    assert.deepEqual([...(positions?.colIndex ?? [])], [1, 2, 2]);
    assert.deepEqual([...values], [1.5, -0, 1e-300]);
  });

  for (const [name, text, line] of /** @type {const} */ ([
    ['nothing', '', 1],
    ['no shape', '0 1 1\n', 1],
    ['a row beyond the last', 'edges 2 3\n2 0 1\n', 2],
    ['a negative column', 'edges 2 3\n0 -1 1\n', 2],
    ['a value that is none', 'edges 2 3\n0 1 one\n', 2],
    ['a line that is cut', 'edges 2 3\n0 1 1\n1\n', 3],
  ]))
    it(`with ${name} are refused at line ${line}`, async () => {
      await assert.rejects(read(encode(text)), { code: 'FILE.FORMAT', details: { line } });
    });

  it('may have as many entries as is allowed, and no more', async () => {
    await assert.rejects(read(encode(RIGHT), 2), { code: 'FILE.LIMIT' });
    assert.equal((await read(encode(RIGHT), 3)).values.length, 3);
  });

  it('that are damaged are read or refused, never more', async () => {
    const random = createRandom(1);
    const words = ['99999999999', '2147483648', '-1', 'NaN', '\n', ' ', 'edges'].map(encode);
    const damaged = [...cutsAndFlips(encode(RIGHT))];
    for (let n = 0; n < 2000; n++) damaged.push(mutated(encode(RIGHT), random, words));
    for (const bytes of damaged) {
      const text = JSON.stringify(new TextDecoder().decode(bytes));
      try {
        const { shape, positions } = await read(bytes);
        assert.ok(
          positions?.rowIndex.every((i) => i >= 0 && i < shape.rows),
          text,
        );
        assert.ok(
          positions?.colIndex.every((j) => j >= 0 && j < shape.cols),
          text,
        );
      } catch (error) {
        assert.ok(
          isSpmvError(error) && error.code.startsWith('FILE.') && error.fix !== '',
          `${text}: ${String(error)}`,
        );
      }
    }
  });
});
