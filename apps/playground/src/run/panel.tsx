import type { BenchResult } from '@spmv/engine';
import { countsLine, runList } from '@spmv/engine';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MatrixError } from '../matrix/client.ts';
import { problemOf } from '../matrix/problem.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import type { MatrixFault } from '../matrix/protocol.ts';
import type { PanelProps } from '../panel.ts';
import { useStore } from '../state/store.ts';
import { grouped } from '../ui/format-number.ts';
import { LongRowLink } from '../ui/long-row-link.tsx';
import { AgreementView } from './agreement-view.tsx';
import { PRECISIONS, runChoices } from './choices.ts';
import { Controls } from './controls.tsx';
import { Downloads } from './downloads.tsx';
import type { BackendNote } from './environment.ts';
import { ErrorChart } from './error-chart.tsx';
import { backendNotes, lookAround } from './environment.ts';
import { FormatChart } from './format-chart.tsx';
import { ProgressView } from './progress-view.tsx';
import { LeftOutList, ResultsTable } from './results-table.tsx';
import { createRunClient } from './run-client.ts';
import { eligibleOf, VerdictView } from './verdict-view.tsx';
import './run.css';

/** Samples of each combination, as the command takes them. */
const RUNS = 20;

/** What this browser lacks, and how to get it. */
function Missing({ notes, onReload }: { readonly notes: readonly BackendNote[]; onReload(): void }): JSX.Element {
  const missing = notes.filter((note) => note.missing);
  const remarks = notes.flatMap(({ missing: why, remark }) =>
    why === undefined && remark !== undefined ? [remark] : [],
  );
  if (missing.length === 0 && remarks.length === 0) return <></>;
  return (
    <ul class="missing" aria-label={missing.length === 0 ? 'About the backends' : 'Backends that do not run here'}>
      {remarks.map((remark) => (
        <li key={remark}>{remark}</li>
      ))}
      {missing.map(({ id, missing: why }) => (
        <li key={id}>
          <strong>{id}</strong> is not available. {why?.reason} <span class="quiet">{why?.fix}</span>{' '}
          {why?.reload && (
            <button type="button" onClick={onReload}>
              Reload with {id}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The longest row, where it is long: what formats and kernels differ by is seen there. */
function Longest({ matrix, choices, linkTo }: Pick<PanelProps, 'matrix' | 'choices' | 'linkTo'>): JSX.Element {
  const figures = useAnswer(matrix, 'statistics', null);
  const [row] = figures.status === 'answered' ? figures.reply.longRows : [];
  if (!row) return <></>;
  return (
    <p>
      Row {grouped(row.row)} has {grouped(row.length)} entries, far more than most: whoever pads to it or waits for it
      is slow. <LongRowLink row={row} isBeside={choices['of'] === 'beside'} linkTo={linkTo} />.
    </p>
  );
}

/** Every kernel on the matrix: checked, timed and ranked. */
export function Panel({ matrix, belongings, choices, choose, linkTo, reload }: PanelProps): JSX.Element {
  const [notes, setNotes] = useState<readonly BackendNote[]>();
  const client = belongings.of('runs', createRunClient);
  const [asking, setAsking] = useState(false);
  // Which press of the button is meant: one that was cancelled while the matrix was copied starts nothing.
  const meant = useRef(0);
  const [problem, setProblem] = useState<MatrixFault>();
  const state = useStore(client.state);
  useEffect(() => void lookAround().then((found) => setNotes(backendNotes(found))), []);
  if (!notes) return <p class="quiet">Looking for what this browser can run…</p>;

  const chosen = runChoices(
    choices,
    notes.map(({ id }) => id),
  );
  const running = asking || state.status === 'running';
  const { name, readMs } = matrix.summary;

  async function run(): Promise<void> {
    const own = ++meant.current;
    setAsking(true);
    setProblem(undefined);
    try {
      const coo = await matrix.ask('coo', null);
      if (own !== meant.current) return;
      belongings.restOthers();
      client.start({
        name,
        source: name,
        coo,
        readMs,
        runs: RUNS,
        cores: navigator.hardwareConcurrency,
        ...(chosen.backends ? { backends: chosen.backends } : {}),
        ...(chosen.precisions ? { precisions: chosen.precisions } : {}),
        ...(chosen.budgetSeconds === 0 ? {} : { budgetMs: 1000 * chosen.budgetSeconds }),
      });
    } catch (error) {
      setProblem(error instanceof MatrixError ? error.problem : problemOf(error));
    } finally {
      if (own === meant.current) setAsking(false);
    }
  }
  function cancel(): void {
    meant.current++;
    setAsking(false);
    client.cancel();
  }

  const kept = state.status === 'idle' ? undefined : state.kept;
  const rows = kept ? (runList(kept, 'results') as readonly BenchResult[]) : [];
  const errors = kept ? runList(kept, 'errors') : [];
  const fault = state.status === 'ended' ? state.ending.problem : null;
  return (
    <div class="run">
      <p>
        Multiplies y = A·x with every kernel in JavaScript, WebAssembly and WebGPU, in a worker of its own: each is
        compared with exact products, then all are timed in turns.
      </p>
      <Missing notes={notes} onReload={() => void reload().catch((error: unknown) => setProblem(problemOf(error)))} />
      <Controls
        chosen={chosen}
        notes={notes}
        running={running}
        choose={choose}
        onRun={() => void run()}
        onCancel={cancel}
      />
      {state.status === 'running' && <ProgressView progress={state.progress} />}
      {state.status === 'ended' && (
        <p role="status">
          {state.ending.interrupted ? 'Cancelled' : fault ? 'Broken off' : 'Done'}: {countsLine(rows)}.
        </p>
      )}
      {[
        ...(problem ? [{ reason: problem.message, fix: problem.fix ?? '' }] : []),
        ...(fault ? [fault] : []),
        ...errors,
      ].map((each) => (
        <p key={each.reason} role="alert" class="fault">
          {each.reason} {each.fix}
        </p>
      ))}
      {state.status === 'ended' && kept && (
        <>
          <VerdictView kept={kept} ending={state.ending} precisions={state.precisions ?? PRECISIONS} />
          <Longest matrix={matrix} choices={choices} linkTo={linkTo} />
        </>
      )}
      <FormatChart name={name} rows={rows} eligible={state.status === 'ended' && kept ? eligibleOf(kept) : []} />
      {state.status === 'ended' && kept && <Downloads kept={kept} ending={state.ending} name={name} />}
      {rows.length > 0 && <ResultsTable rows={rows} />}
      {state.status === 'ended' && <ErrorChart rows={rows} />}
      {state.status === 'ended' && kept && (
        <AgreementView reports={runList(kept, 'matrices').flatMap(({ agreement }) => agreement)} />
      )}
      <LeftOutList rows={rows} />
    </div>
  );
}
