// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { serial } from '@spmv/backend-serial';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { pluginCases, register } from '@spmv/testkit';
// By its name: what is tested is the build, as whoever installs it gets it.
import { jsMagnitudes, magnitudes, plugin } from '@acme/spmv-magnitudes';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('a product by hand', () => {
  it('is of absolute values', async () => {
    const coo = cooFromEntries({ rows: 3, cols: 2 }, { rowIndex: [0, 0, 2], colIndex: [0, 1, 1], values: [3, -4, -2] });
    const backend = await openBackend(serial);
    const operator = await backend.prepare({
      operation: magnitudes,
      matrix: buildMatrix(csr, coo),
      kernel: jsMagnitudes,
    });
    const x = backend.vector([1, -10]);
    const y = backend.vector([1, 2, 4]);
    operator.apply(x, y, 2, 0.5);
    // 2·(3 − 40) + 0.5·1, 0.5·2, 2·(−20) + 0.5·4
    assert.deepEqual([...(await y.read())], [-73.5, 1, -38]);
    await backend.dispose();
  });
});

// Everything the interfaces promise: each kernel is compared with the reference of its operation.
register(pluginCases(plugin, { manifest, backends: [serial], formats: [csr] }), { describe, it });
