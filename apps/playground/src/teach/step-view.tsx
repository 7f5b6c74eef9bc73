import type { ComponentChildren, JSX } from 'preact';
import { countOf } from '../ui/format-number.ts';
import type { LaneWords } from './step-words.ts';
import { SectorRows } from './sector-rows.tsx';
import { laneWords, sectorsUntil, stepWords } from './step-words.ts';
import type { LaneRows } from './step-why.ts';
import { stepWhy } from './step-why.ts';
import type { ShownTrace } from './trace-window.ts';

interface StepViewProps {
  readonly trace: ShownTrace;
  /** Beyond the last one where another kernel, which runs in step with this one, takes longer. */
  readonly at: number;
  /** Which rows the lanes have, where that is known. */
  readonly of: LaneRows | undefined;
  /** Whether words and sectors of the step are kept back. */
  readonly untold: boolean;
  /** Drawn between the lanes of the step and what tells more of it. */
  readonly children: ComponentChildren;
}

function Lane({ lane, active, element, sector, untold }: LaneWords & { readonly untold: boolean }): JSX.Element {
  return (
    <span class={`lane ${!active ? 'idle' : untold ? '' : `paper-${sector % 6}`}`}>
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

/** One step of a product. */
export function StepView({ trace, at, of, untold, children }: StepViewProps): JSX.Element {
  const { steps } = trace;
  const here = Math.min(at, steps.length - 1);
  const step = steps[here];
  if (!step) return <p class="quiet">This kernel touches nothing here: there is no entry.</p>;
  const lanes = laneWords(step);
  const source = trace.sources[step.line];
  const why = stepWhy(step, of);
  return (
    <>
      <p role="status" class="step">
        {here + 1} of {steps.length}. {at > here && 'It has ended. '}
        {untold ? 'What it does is told once the question is answered.' : `${stepWords(step)}.`}
        {!untold && why !== '' && <span class="why"> Why: {why}.</span>}
      </p>
      {!untold && (
        <p class="moved-so-far">{countOf(sectorsUntil(steps, here), 'sector has', 'sectors have')} moved so far.</p>
      )}
      <div class="lanes" aria-hidden="true">
        {lanes.map((lane) => (
          <Lane key={lane.lane} {...lane} untold={untold} />
        ))}
      </div>
      <p class="quiet">
        {step.kind === 'branch'
          ? 'One colour for each way.'
          : `Lane above, element of ${step.buffer} below; one colour for each of up to six sectors of 32 bytes, then again.`}{' '}
        <code>{step.text}</code>
      </p>
      {source && (
        <p class="source">
          <code>{source.text}</code> <span class="quiet">{source.place}</span>
          {source.wgsl && (
            <>
              <br />
              <code>{source.wgsl.text}</code> <span class="quiet">{source.wgsl.place}, the same arrays on WebGPU</span>
            </>
          )}
        </p>
      )}
      {children}
      {untold || step.kind === 'branch' ? null : <SectorRows step={step} />}
      {!untold && <LaneTable lanes={lanes} />}
    </>
  );
}
