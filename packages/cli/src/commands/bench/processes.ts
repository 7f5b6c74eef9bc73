import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { fileURLToPath } from 'node:url';
import { numberOfJson } from '@spmv/core';
import type { BenchResult, MachineLoad, RunDocument } from '@spmv/engine';
import { busyWords, placeOf, verdictSummaries } from '@spmv/engine';
import { CliError, usageError } from '../../cli-error.ts';
import type { Context } from '../../documents/context.ts';
import { machineLoad } from '../../documents/host.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import { askedOf } from '../../documents/kept-run.ts';
import { mergedResults } from '../../documents/merge-runs.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { selectionOf } from '../flags/selection.ts';
import { viewOf } from '../view-of.ts';
import type { BenchFlags } from './bench-flags.ts';

const MAIN = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../main.ts' : '../../main.js', import.meta.url),
);

type Document = RunDocument<BenchResult>;

/** The arguments without the files that are for the whole. */
function withoutFiles(args: readonly string[]): readonly string[] {
  const files = ['--csv', '--report'];
  return args.filter(
    (arg, a) =>
      !files.includes(arg) && !files.includes(args[a - 1] ?? '') && !files.some((file) => arg.startsWith(`${file}=`)),
  );
}

/** The document of one process. Errors: what kept it from one. */
function runOnce(context: Context, flags: BenchFlags, number: number): Promise<Document> {
  const own = ['--processes', '1', '--json', '--quiet'];
  const budget = flags.timeBudget === undefined ? [] : ['--time-budget', `${flags.timeBudget / flags.processes}ms`];
  // Who writes no report has no pictures of its matrices.
  const drawn = flags.report === undefined ? [] : ['--report', devNull];
  const args = [...process.execArgv, MAIN, ...withoutFiles(context.commandLine), ...own, ...budget, ...drawn];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const stop = (): void => void child.kill('SIGINT');
    context.signal.addEventListener('abort', stop, { once: true });
    // Also where this process is abandoned.
    process.once('exit', stop);
    child.once('error', reject);
    child.once('close', (code, signal) => {
      context.signal.removeEventListener('abort', stop);
      process.off('exit', stop);
      try {
        resolve(JSON.parse(out, numberOfJson) as Document);
      } catch {
        const words = /error: (.*)\n {2}(.*)/.exec(err);
        const how = signal === null ? `exit code ${String(code)}` : signal;
        reject(
          new CliError(
            (code ?? EXIT.failed) as ExitCode,
            words?.[1] ?? `Process ${number} ended with ${how} and gave no results.`,
            words?.[2] ?? 'Run the same command without --processes to see why.',
          ),
        );
      }
    });
  });
}

/** What is known after some of the processes, in place of what was known before. */
function keep(context: Context, flags: BenchFlags, load: MachineLoad, documents: readonly Document[]): void {
  const { keeper } = context;
  const [first] = documents as readonly [Document];
  if (documents.length === 1) {
    const asked = askedOf(selectionOf(flags), flags);
    const head: CommandHead = {
      schema: first.schema,
      started: first.started,
      options: first.options,
      load,
      view: viewOf(flags, 'bench'),
      ...(flags.report === undefined ? {} : { report: flags.report }),
      ...asked,
    };
    keeper.begin('bench', head);
  }
  for (const [b, row] of first.backends.entries()) keeper.put('backends', b, row);
  for (const [p, row] of first.leftOut.entries()) keeper.put('leftOut', p, row);
  const errors = documents.flatMap((document) => document.errors);
  const distinct = new Map(errors.map((error) => [JSON.stringify([error.matrix, error.reason]), error]));
  for (const [e, error] of [...distinct.values()].entries()) keeper.put('errors', e, error);
  const late = new Map(
    documents.flatMap(({ outOfTime = [] }) =>
      outOfTime.map((one) => [JSON.stringify([one.source, one.precision]), one] as const),
    ),
  );
  for (const [t, one] of [...late.values()].entries()) keeper.put('outOfTime', t, one);
  const others = documents.flatMap(({ host: { othersCpu } }) => (typeof othersCpu === 'number' ? [othersCpu] : []));
  if (others.length > 0) keeper.put('othersCpu', 0, Math.max(...others));
  const results = mergedResults(documents);
  const summaries = new Map(
    documents.flatMap(({ matrices }) => matrices.map((one) => [one.problem.source, one] as const)),
  );
  for (const [m, [source, summary]] of [...summaries].entries()) {
    const rows = results.filter(({ problem }) => problem.source === source);
    for (const [r, row] of rows.entries()) keeper.put('results', placeOf(m, r), row);
    const busy = busyWords(load, rows);
    keeper.put('matrices', m, {
      ...summary,
      ...(busy === undefined ? {} : { busy }),
      verdicts: verdictSummaries(rows, busy !== undefined),
    });
  }
}

/** `--processes N`: the whole run in so many processes, one after the other, and their rows together. An interrupted process does not count. */
export async function runProcesses(context: Context, flags: BenchFlags): Promise<void> {
  if (flags.resume !== undefined)
    throw usageError(
      '--resume and --processes cannot be used together.',
      'Resume with one process, or start again with several.',
    );
  if (context.commandLine.some((arg) => arg === '-' || arg.endsWith('=-')))
    throw usageError(
      '- is standard input, which can be read once, and each of the --processes reads its matrices.',
      'Write what comes into a file, and name that.',
    );
  const load = machineLoad();
  const documents: Document[] = [];
  for (let p = 1; p <= flags.processes && !context.signal.aborted; p++) {
    context.terminal.progress(`process ${p} of ${flags.processes}`);
    const document = await runOnce(context, flags, p);
    if (document.interrupted && documents.length > 0) break;
    documents.push(document);
    keep(context, flags, load, documents);
  }
  context.terminal.clearProgress();
}
