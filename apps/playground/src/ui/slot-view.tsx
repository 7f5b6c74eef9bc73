import type { JSX } from 'preact';
import type { LoadProgress, MatrixSummary } from '../matrix/protocol.ts';
import { shownName } from '../matrix/source.ts';
import type { SlotState } from '../state/slot.ts';
import { formatBytes } from '@spmv/core';
import { countOf, grouped } from './format-number.ts';
import { ProblemView } from './problem-view.tsx';

interface Props {
  readonly state: SlotState;
  /** `matrix`, `second matrix`. */
  readonly label: string;
  /** What is known of the matrix before it is read. */
  readonly about: string;
  onClose(): void;
  /** Reads it again as if it had this banner. */
  onAssume(banner: string): void;
}

function progressText(name: string, { bytes, totalBytes, entries, totalEntries }: LoadProgress): string {
  const all = totalEntries === undefined ? '' : grouped(totalEntries);
  // What is made has no bytes to count: only how much it will be is known.
  if (totalBytes === undefined) return `Making ${name}: about ${all} entries`;
  return `Reading ${name}: ${formatBytes(bytes)}, ${grouped(entries)}${all === '' ? '' : ` of ${all}`} entries`;
}

function Progress({
  name,
  progress,
  label,
}: {
  readonly name: string;
  readonly progress: LoadProgress | undefined;
  readonly label: string;
}): JSX.Element {
  const { bytes = 0, totalBytes } = progress ?? {};
  return (
    <label>
      <span>{progress ? progressText(name, progress) : `Reading ${name}…`}</span>
      <progress max={1} {...(totalBytes ? { value: bytes / totalBytes } : {})} aria-label={`Reading the ${label}`} />
    </label>
  );
}

function Figures({ summary }: { readonly summary: MatrixSummary }): JSX.Element {
  const { shape, nnz, facts, readMs } = summary;
  return (
    <>
      {grouped(shape.rows)} × {grouped(shape.cols)}, {countOf(nnz, 'entry', 'entries')},{' '}
      {summary.name.startsWith('gen:') ? 'made' : 'read'} in {(readMs / 1000).toFixed(2)} s
      {facts.length > 0 && <span class="quiet"> · {facts.join(' · ')}</span>}
    </>
  );
}

function Remarks({ warnings }: { readonly warnings: readonly string[] }): JSX.Element {
  return (
    <details>
      <summary>{warnings.length === 1 ? 'One remark' : `${warnings.length} remarks`} about the file</summary>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>{warning}</li>
        ))}
      </ul>
    </details>
  );
}

/**
 * What is in the place of a matrix: nothing; what is known of one that is being read, with a way to stop; its figures in a line; or why there is none.
 * The line is there from the first paint on and says what changes, so that nothing moves and readers of the screen are told.
 */
export function SlotView({ state, label, about, onClose, onAssume }: Props): JSX.Element {
  if (state.status === 'empty') return <></>;
  if (state.status === 'failed')
    return <ProblemView name={shownName(state.name)} problem={state.problem} onClose={onClose} onAssume={onAssume} />;
  const loaded = state.status === 'loaded' ? state.matrix.summary : undefined;
  return (
    <div class={loaded ? 'slot' : 'slot loading'}>
      <h2 class="matrix-name" tabIndex={-1}>
        {loaded?.name ?? shownName(state.name)}
      </h2>
      <p role="status">{loaded ? <Figures summary={loaded} /> : about}</p>
      {state.status === 'loading' && <Progress name={shownName(state.name)} progress={state.progress} label={label} />}
      <button type="button" onClick={() => (state.status === 'loading' ? state.cancel() : onClose())}>
        {state.status === 'loading' ? 'Cancel' : 'Close'}
      </button>
      {loaded && loaded.warnings.length > 0 && <Remarks warnings={loaded.warnings} />}
    </div>
  );
}
