import type { JSX } from 'preact';
import type { LoadProgress } from '../matrix/protocol.ts';
import type { SlotState } from '../state/slot.ts';
import { formatBytes } from '@spmv/core';
import { grouped } from './format-number.ts';
import { ProblemView } from './problem-view.tsx';

interface Props {
  readonly state: SlotState;
  /** `matrix`, `second matrix`. */
  readonly label: string;
  onClose(): void;
}

function progressText(name: string, { bytes, totalBytes, entries, totalEntries }: LoadProgress): string {
  const all = totalEntries === undefined ? '' : grouped(totalEntries);
  // What is made has no bytes to count: only how much it will be is known.
  if (totalBytes === undefined) return `Making ${name}: about ${all} entries`;
  return `Reading ${name}: ${formatBytes(bytes)}, ${grouped(entries)}${all === '' ? '' : ` of ${all}`} entries`;
}

function Progress({
  state,
  label,
}: {
  readonly state: SlotState & { readonly status: 'loading' };
  readonly label: string;
}): JSX.Element {
  const { bytes = 0, totalBytes } = state.progress ?? {};
  const share = totalBytes ? bytes / totalBytes : undefined;
  return (
    <div class="slot loading">
      <label>
        <span>{state.progress ? progressText(state.name, state.progress) : `Reading ${state.name}…`}</span>
        <progress max={1} {...(share === undefined ? {} : { value: share })} aria-label={`Reading the ${label}`} />
      </label>
      <button type="button" onClick={() => state.cancel()}>
        Cancel
      </button>
    </div>
  );
}

/** What is in the place of a matrix: nothing, reading with a way to stop, its figures in a line, or why there is none. */
export function SlotView({ state, label, onClose }: Props): JSX.Element {
  switch (state.status) {
    case 'empty':
      return <></>;
    case 'loading':
      return <Progress state={state} label={label} />;
    case 'failed':
      return <ProblemView name={state.name} problem={state.problem} onClose={onClose} />;
    case 'loaded': {
      const { name, shape, nnz, facts, warnings, readMs } = state.matrix.summary;
      return (
        <div class="slot" role="status">
          <h2 class="matrix-name">{name}</h2>
          <p>
            {grouped(shape.rows)} × {grouped(shape.cols)}, {grouped(nnz)} entries, read in {(readMs / 1000).toFixed(2)}{' '}
            s{facts.length > 0 && <span class="quiet"> · {facts.join(' · ')}</span>}
          </p>
          {warnings.length > 0 && (
            <details>
              <summary>{warnings.length === 1 ? 'One remark' : `${warnings.length} remarks`} about the file</summary>
              <ul>
                {warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </details>
          )}
          <button type="button" onClick={onClose}>
            Close
          </button>
        </div>
      );
    }
  }
}
