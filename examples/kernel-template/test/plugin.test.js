// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { buildMatrix, cooFromEntries, openBackend, spmv } from '@spmv/core';
import { csr } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
// By its name: what is tested is the build, as whoever installs it gets it.
import { jsPairwise, plugin, wasmPairwise } from '@acme/spmv-pairwise';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('a product by hand', () => {
  for (const kernel of [jsPairwise, wasmPairwise])
    it(`is right by ${kernel.id}`, async () => {
      const coo = cooFromEntries(
        { rows: 3, cols: 3 },
        { rowIndex: [0, 0, 0, 2], colIndex: [0, 1, 2, 1], values: [3, -4, 5, -2] },
      );
      const backend = await openBackend(serial);
      const operator = await backend.prepare({ operation: spmv, matrix: buildMatrix(csr, coo), kernel });
      const y = backend.vector([1, 2, 4]);
      operator.apply(backend.vector([1, -10, 2]), y, 2, 0.5);
      // 2·(3 + 40 + 10) + 0.5·1, 0.5·2, 2·20 + 0.5·4
      assert.deepEqual([...(await y.read())], [106.5, 1, 42]);
      await backend.dispose();
    });
});

// Everything the interfaces promise, on one thread and on several; a format of another package is given to the kit.
register(pluginCases(plugin, { manifest, backends: [serial, threads], formats: [csr] }), { describe, it });
