import { plugin as serial } from '@spmv/backend-serial';
import { cooFromEntries, createRegistry } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { expect, it } from 'vitest';
import { benchRows } from '../../src/documents/bench-rows.ts';
import { collectRows } from '../../src/documents/collect.ts';
import type { KeeperMessage } from '../../src/documents/keeper.ts';
import { createKeeper } from '../../src/documents/keeper.ts';
import { optionsOf, runDocument } from '../../src/documents/run-document.ts';
import type { RunHead } from '../../src/documents/run-head.ts';
import { countsLine, outOfTimeLines } from '../../src/documents/run-text.ts';
import type { BenchResult } from '../../src/documents/result.ts';
import { matrixProblem, openEngine } from '../../src/run/open-engine.ts';
import { runProblem } from '../../src/run/run-problem.ts';
import { HOST } from '../helpers/host.ts';

const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 0, 1], colIndex: [0, 2, 1], values: [1, 2, 3] });
const BROWSER = { cpu: '', cores: 1, memoryBytes: null, loadAverage: null, os: '', arch: '', browser: 'Some 1' };
const ENDED = { interrupted: false, problem: null, doing: '' };

it('an engine without files or terminal runs a matrix, and its messages alone make the same document', async () => {
  const registry = createRegistry([formats, serial]);
  const selection = { params: {}, points: 'default', precisions: ['f64'], formats: ['csr', 'coo'] } as const;
  const options = { seed: 1, alpha: 1, beta: 0, maxBytes: 1e6, runs: 20 };
  const engine = await openEngine({ registry, host: HOST, selection, options });
  const problem = matrixProblem(engine, { name: 'small', source: 'small', coo, readMs: 1 });
  const messages: KeeperMessage[] = [];
  const keeper = createKeeper((message) => messages.push(structuredClone(message)));
  const told = optionsOf(options, { operation: registry.operation('spmv'), selection });
  const head: RunHead = {
    schema: 'spmv.bench/1',
    started: '2026-01-01T00:00:00.000Z',
    options: told,
    load: { load: null, cores: 1 },
  };
  keeper.begin('bench', head);
  const one = (name: string, work: Parameters<typeof collectRows>[0][number]['run']) => ({
    name,
    source: name,
    run: work,
  });
  await collectRows(
    [
      one('small', (watcher) => runProblem(engine, problem, watcher)),
      one('bad', async () => ({ matrix: 'bad', code: null, reason: 'no', fix: 'none', exitCode: 5 })),
    ],
    benchRows(head.load),
    { keeper, signal: engine.signal },
  );
  await engine.dispose();

  const again = createKeeper();
  for (const message of messages)
    if (message.kind === 'begin') again.begin(message.command, message.head);
    else if (message.kind === 'put') again.put(message.list, message.order, message.item);
  if (!keeper.kept || !again.kept) throw new Error('nothing was kept');
  const document = runDocument<BenchResult>(again.kept, ENDED, BROWSER);
  expect(document).toEqual(runDocument(keeper.kept, ENDED, BROWSER));
  expect(document).toMatchObject({ schema: 'spmv.bench/1', host: BROWSER, interrupted: false });
  expect(document.results.map(({ kernel }) => kernel)).toEqual(expect.arrayContaining(['js/csr', 'js/coo']));
  expect(document.results.every(({ status, samplesMs }) => status === 'ok' && samplesMs?.length === 20)).toBe(true);
  expect(document.matrices[0]?.verdicts?.[0]?.text).toMatch(/^f64: (?:use \S+: |any of \d+ )/);
  expect(document.errors).toEqual([{ matrix: 'bad', code: null, reason: 'no', fix: 'none', exitCode: 5 }]);
  expect(countsLine(document.results)).toBe(`${document.results.length} ok, 0 refused, 0 failed, 0 unavailable`);
  expect(outOfTimeLines(document)).toEqual([]);
  const cases = ['a', 'b', 'c'].map((kernel) => ({
    backend: 'serial',
    format: 'csr',
    kernel,
    precision: 'f64' as const,
  }));
  const late = { ...document, outOfTime: [{ matrix: 'm', source: 'm', precision: 'f64', whole: false, cases }] };
  expect(outOfTimeLines(late)[0]).toMatch(/^m f64: 3 combinations were .*: a on serial, b on serial, c on serial\.$/u);
  expect(outOfTimeLines(late, () => '', 1)[0]).toMatch(/: a on serial and 2 more\.$/u);
});

it('what ended a run is an error of its document', () => {
  const keeper = createKeeper();
  keeper.begin('bench', { schema: 'spmv.bench/1', started: '', options: {}, load: { load: null, cores: 1 } });
  const problem = { code: null, reason: 'The worker has ended.', fix: 'Use less.' };
  const kept = keeper.kept;
  if (!kept) throw new Error('nothing was kept');
  const { errors } = runDocument(kept, { interrupted: false, problem, doing: '' }, BROWSER);
  expect(errors).toEqual([{ matrix: '', ...problem, exitCode: 1 }]);
});
