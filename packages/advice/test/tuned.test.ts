import { expect, it } from 'vitest';
import { outdated, tunedPoints } from '../src/tuned.ts';

function row(kernel: string, medianMs: number, hash = 'abc1', more: object = {}): object {
  const params = { formatParams: {}, kernelParams: { rows: 4 }, launchParams: {} };
  return {
    best: {
      problem: { hash },
      operation: 'spmv',
      backend: 'serial',
      kernel,
      format: 'csr',
      precision: 'f64',
      medianMs,
      ...params,
      ...more,
    },
  };
}

const DOCUMENT = {
  schema: 'spmv.tune/1',
  host: { cpu: 'A' },
  versions: { '@spmv/formats': '0.1.0' },
  results: [
    row('slow', 2),
    row('fast', 1),
    row('other', 0.1, 'ffff'),
    row('spmm', 0.1, 'abc1', { operation: 'spmm' }),
    7,
  ],
};

it('reads the points of one matrix, the fastest first', () => {
  expect(tunedPoints(DOCUMENT, 'abc1').map(({ kernel }) => kernel)).toEqual(['fast', 'slow']);
  expect(tunedPoints(DOCUMENT, 'abc1')[0]?.kernelParams).toEqual({ rows: 4 });
});

it('reads nothing of another document', () => {
  for (const document of [null, 3, {}, { ...DOCUMENT, schema: 'spmv.bench/1' }, { schema: 'spmv.tune/1' }])
    expect(tunedPoints(document, 'abc1')).toEqual([]);
});

it('says what is different here', () => {
  expect(outdated(DOCUMENT, { cpu: 'A', versions: { '@spmv/formats': '0.1.0', '@spmv/new': '1.0.0' } })).toEqual([]);
  expect(outdated(DOCUMENT, { cpu: 'B', versions: { '@spmv/formats': '0.2.0' } })).toEqual([
    'it was measured on A, and this is B',
    '@spmv/formats was 0.1.0, and is 0.2.0',
  ]);
  expect(outdated({ ...DOCUMENT, versions: undefined }, { versions: {} })).toEqual([
    'it does not say which versions it was measured with',
  ]);
});
