import type { ComponentChildren, JSX } from 'preact';
import type { LaneWords } from './step-words.ts';
import { SectorRows } from './sector-rows.tsx';
import { laneWords, stepWords } from './step-words.ts';
import type { LaneRows } from './step-why.ts';
import { stepWhy } from './step-why.ts';
import type { ShownTrace } from './trace-window.ts';

interface StepViewProps {
  readonly trace: ShownTrace;
  readonly at: number;
  /** Which rows the lanes have, where that is known. */
  readonly of: LaneRows | undefined;
  /** Whether words and sectors of the step are kept back. */
  readonly untold: boolean;
  go(step: number): void;
  /** Drawn between the lanes of the step and what tells more of it. */
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
  return moves[key];
}

function Lane({ lane, active, element, sector }: LaneWords): JSX.Element {
  return (
    <span class={`lane ${active ? `paper-${sector % 6}` : 'idle'}`}>
      <span class="quiet">{lane}</span>
      <span>{element}</span>
    </span>
  );
}

function LaneTable({ lanes }: { readonly lanes: readonly LaneWords[] }): JSX.Element {
  return (
    <details>
      <summary>This step as a table</summary>
      <div class="scroll" tabIndex={0} role="region" aria-label="Lanes of this step">
        <table>
          <thead>
            <tr>
              <th scope="col">Lane</th>
              <th scope="col">Element</th>
              <th scope="col">Address</th>
              <th scope="col">Sector of the step</th>
            </tr>
          </thead>
          <tbody>
            {lanes
              .filter(({ active }) => active)
              .map(({ lane, element, address, sector }) => (
                <tr key={lane}>
                  <th scope="row">{lane}</th>
                  <td>{element}</td>
                  <td>
                    <code>{address}</code>
                  </td>
                  <td>{address === '' ? '' : sector + 1}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** One step of a product, and the ways to others. */
export function StepView({ trace, at, of, untold, go, children }: StepViewProps): JSX.Element {
  const { steps } = trace;
  const last = steps.length - 1;
  const step = steps[at];
  const limited = (to: number): void => go(Math.min(Math.max(to, 0), last));
  const nextApart = steps.findIndex(({ kind }, k) => k > at && kind === 'branch');
  if (!step) return <p class="quiet">This kernel touches nothing here: there is no entry.</p>;
  const lanes = laneWords(step);
  const why = stepWhy(step, of);
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
          aria-valuetext={`step ${at + 1} of ${steps.length}`}
          onInput={(event) => limited(Number(event.currentTarget.value))}
        />
      </label>
      <p role="status" class="step">
        {at + 1} of {steps.length}.{' '}
        {untold ? 'What it does is told once the question is answered.' : `${stepWords(step)}.`}
        {!untold && why !== '' && <span class="why"> Why: {why}.</span>}
      </p>
      <div class="lanes" aria-hidden="true">
        {lanes.map((lane) => (
          <Lane key={lane.lane} {...lane} />
        ))}
      </div>
      <p class="quiet">
        {step.kind === 'branch'
          ? 'One colour for each way.'
          : `Lane above, element of ${step.buffer} below; one colour for each of up to six sectors of 32 bytes, then again.`}{' '}
        <code>{step.text}</code>
      </p>
      {children}
      {untold || step.kind === 'branch' ? null : <SectorRows step={step} />}
      {!untold && <LaneTable lanes={lanes} />}
    </div>
  );
}
