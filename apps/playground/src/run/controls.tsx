import type { JSX } from 'preact';
import type { Choices } from '../state/place.ts';
import type { RunChoices } from './choices.ts';
import { BUDGETS, PRECISIONS, switched } from './choices.ts';
import type { BackendNote } from './environment.ts';

interface Props {
  readonly chosen: RunChoices;
  readonly notes: readonly BackendNote[];
  readonly running: boolean;
  choose(changed: Choices): void;
  onRun(): void;
  onCancel(): void;
}

function budgetText(seconds: number): string {
  if (seconds === 0) return 'no limit';
  return seconds < 60 ? `${seconds} seconds` : seconds === 60 ? 'a minute' : `${seconds / 60} minutes`;
}

/** What to run, and for how long. */
export function Controls({ chosen, notes, running, choose, onRun, onCancel }: Props): JSX.Element {
  const ids = notes.map(({ id }) => id);
  return (
    <form
      class="run-controls"
      onSubmit={(event) => {
        event.preventDefault();
        onRun();
      }}
    >
      <fieldset disabled={running}>
        <legend>Backends</legend>
        {notes.map(({ id, title, missing }) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={missing === undefined && (chosen.backends?.includes(id) ?? true)}
              disabled={missing !== undefined}
              onChange={() => choose({ backend: switched(chosen.backends, ids, id) })}
            />
            {id}: {title}
            {missing && ' (not here)'}
          </label>
        ))}
      </fieldset>
      <fieldset disabled={running}>
        <legend>Precisions</legend>
        {PRECISIONS.map((precision) => (
          <label key={precision} class="check">
            <input
              type="checkbox"
              checked={chosen.precisions?.includes(precision) ?? true}
              onChange={() => choose({ precision: switched(chosen.precisions, PRECISIONS, precision) })}
            />
            {precision}
          </label>
        ))}
      </fieldset>
      <label class="budget">
        <span>Time budget</span>
        <select
          disabled={running}
          value={String(chosen.budgetSeconds)}
          onChange={({ currentTarget }) => choose({ budget: currentTarget.value })}
        >
          {BUDGETS.map((seconds) => (
            <option key={seconds} value={String(seconds)}>
              {budgetText(seconds)}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button type="submit" class="primary" disabled={running}>
          Run every kernel
        </button>
        <button type="button" disabled={!running} onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
