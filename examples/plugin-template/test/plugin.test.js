// @ts-check
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { serial } from '@spmv/backend-serial';
import { webgpu } from '@spmv/backend-webgpu';
import { buildMatrix, cooFromEntries } from '@spmv/core';
import { pluginCases, register } from '@spmv/testkit';
// By its name: what is tested is the build, as whoever installs it gets it.
import { dia, plugin } from '@acme/spmv-dia';

const { spmv: manifest } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describe('the matrix that the documentation draws', () => {
  it('is stored as drawn', () => {
    const drawn = cooFromEntries(
      { rows: 4, cols: 5 },
      { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
    );
    const { arrays } = buildMatrix(dia, drawn);
    assert.deepEqual(Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, [...array]])), {
      offset: [-3, -2, 0, 2, 3],
      rowMask: [12, 20, 0, 7],
      values: [0, 0, 0, 5, 0, 0, 0, 6, 1, 3, 0, 7, 2, 0, 0, 0, 0, 4, 0, 0],
    });
  });
});

// Everything the interfaces promise, on every backend present; where there is no GPU its cases are skipped with the reason.
register(pluginCases(plugin, { manifest, backends: [serial, webgpu], params: { blockSize: [256] } }), { describe, it });
