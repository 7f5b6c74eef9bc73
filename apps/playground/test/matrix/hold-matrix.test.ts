import { expect, test } from 'vitest';
import { holdMatrix } from '../../src/matrix/hold-matrix.ts';
import type { FromWorker, ToWorker } from '../../src/matrix/protocol.ts';

/** What the worker answers to some messages. */
async function answers(...messages: readonly ToWorker[]): Promise<readonly FromWorker[]> {
  const sent: FromWorker[] = [];
  const receive = holdMatrix((message) => void sent.push(message));
  for (const message of messages) await receive(message);
  return sent;
}

function pasted(text: string): ToWorker {
  return { kind: 'load', source: { kind: 'pasted', text } };
}

const SMALL = '%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n1 1 2\n2 1 -1\n3 3 4\n';

test('a matrix is read, symmetry written out, and answers', async () => {
  const sent = await answers(
    pasted(SMALL),
    { kind: 'ask', id: 7, what: 'coo', request: null },
    { kind: 'ask', id: 8, what: 'statistics', request: null },
    { kind: 'ask', id: 9, what: 'symmetry', request: null },
  );
  const loaded = sent.find((message) => message.kind === 'loaded');
  expect(loaded?.summary).toMatchObject({ shape: { rows: 3, cols: 3 }, nnz: 4, overview: { level: 0 } });
  const [coo, figures, symmetry] = sent.filter((message) => message.kind === 'answer');
  expect(coo).toMatchObject({ id: 7, reply: { values: Float64Array.of(2, -1, -1, 4) } });
  expect(figures).toMatchObject({ id: 8, reply: { statistics: { nnz: 4, lowerBandwidth: 1 } } });
  expect(symmetry).toMatchObject({ id: 9, reply: { pattern: 1, value: 1 } });
});

test('a fault in the text says where, with the lines around it', async () => {
  const sent = (await answers(pasted(SMALL.replace('-1', 'one')))).find(({ kind }) => kind === 'failed');
  expect(sent).toMatchObject({ problem: { place: { line: 4, column: 5 } } });
  const place = sent?.kind === 'failed' ? sent.problem.place : undefined;
  expect(place?.lines.find(({ line }) => line === 4)?.text).toBe('2 1 one');
});

test('of a complex file users of a page are told what they can do, and nothing of programs', async () => {
  const sent = await answers(pasted('%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2\n'));
  expect(sent.find(({ kind }) => kind === 'failed')).toMatchObject({
    problem: {
      code: 'MMIO.COMPLEX',
      fix: 'This page has real matrices only: write the part that you need into a file and read that.',
    },
  });
});

test.each([
  ['an unknown generator', { kind: 'generated', generator: 'none', params: {} }, 'PARAM.UNKNOWN'],
  [
    'an option that is no number',
    { kind: 'generated', generator: 'stencil5', params: { n: 'x' } },
    'PARAM.OUT_OF_RANGE',
  ],
  ['a bundled matrix that there is not', { kind: 'bundled', name: 'none', url: '' }, 'PARAM.UNKNOWN'],
] as const)('%s is a problem with a fix', async (_, source, code) => {
  const [sent] = await answers({ kind: 'load', source });
  expect(sent).toMatchObject({ kind: 'failed', problem: { code } });
  expect(sent?.kind === 'failed' && sent.problem.fix).toBeTruthy();
});

test('a file of two numbers cannot ask for what its shape would take', async () => {
  const text = '%%MatrixMarket matrix coordinate real general\n134217728 134217728 1\n134217728 1 1\n';
  const sent = await answers(
    pasted(text),
    { kind: 'ask', id: 1, what: 'statistics', request: null },
    { kind: 'ask', id: 2, what: 'storage', request: { maxBytes: 2 ** 31 } },
  );
  expect(sent.filter(({ kind }) => kind === 'answer')).toHaveLength(2);
});

test('a question before there is a matrix is refused', async () => {
  expect(await answers({ kind: 'ask', id: 1, what: 'coo', request: null })).toMatchObject([{ kind: 'refused', id: 1 }]);
});

test('a picture that is asked for last is answered first', async () => {
  const sent: FromWorker[] = [];
  const receive = holdMatrix((message) => void sent.push(message));
  await receive(pasted(SMALL));
  await Promise.all([
    receive({ kind: 'ask', id: 1, what: 'symmetry', request: null }),
    receive({ kind: 'ask', id: 2, what: 'storage', request: { maxBytes: 2 ** 31 } }),
    receive({ kind: 'ask', id: 3, what: 'tile', request: { level: 0, row: 0, col: 0 } }),
  ]);
  expect(sent.flatMap((message) => (message.kind === 'answer' ? [message.id] : []))).toEqual([3, 2, 1]);
});
