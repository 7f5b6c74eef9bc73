import type { ComponentChildren, JSX } from 'preact';

interface Props {
  /** Number of the step that is shown, from 0 on, and of the last. */
  readonly at: number;
  readonly last: number;
  /** The next step at which a warp diverges; below 0 where there is none. */
  readonly nextApart: number;
  go(step: number): void;
  /** What the keys are for: they lead to other steps wherever the focus is in it. */
  readonly children: ComponentChildren;
}

/** The step that a key leads to, or `undefined` for keys that mean something else. */
function afterKey(key: string, at: number, last: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: last,
    PageDown: at + 10,
    PageUp: at - 10,
  };
  return Object.hasOwn(moves, key) ? moves[key] : undefined;
}

/** The ways to other steps. */
export function StepControls({ at, last, nextApart, go, children }: Props): JSX.Element {
  const limited = (to: number): void => go(Math.min(Math.max(to, 0), last));
  return (
    <div
      class="steps"
      role="group"
      aria-label="Steps"
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
        const to = afterKey(event.key, at, last);
        if (to === undefined) return;
        event.preventDefault();
        limited(to);
      }}
    >
      <div class="controls">
        <button type="button" disabled={at === 0} onClick={() => limited(0)}>
          First
        </button>
        <button type="button" disabled={at === 0} onClick={() => limited(at - 1)}>
          Back
        </button>
        <button type="button" class="primary" disabled={at === last} onClick={() => limited(at + 1)}>
          Next
        </button>
        <button type="button" disabled={nextApart < 0} onClick={() => limited(nextApart)}>
          Where the warp diverges
        </button>
      </div>
      <label>
        <span>Step (arrow keys go back and forth)</span>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`step ${at + 1} of ${last + 1}`}
          onInput={(event) => limited(Number(event.currentTarget.value))}
        />
      </label>
      {children}
    </div>
  );
}
