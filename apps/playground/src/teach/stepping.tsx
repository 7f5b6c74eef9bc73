import type { CooMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import type { TraceStep } from '@spmv/trace';
import { useMemo } from 'preact/hooks';
import type { Choices } from '../state/place.ts';
import { SHOWN_FORMATS } from './formats.ts';
import { laneRows } from './lane-rows.ts';
import { StepPicture } from './step-picture.tsx';
import { StepView } from './step-view.tsx';
import { fewestLoading } from './step-why.ts';
import type { LaneRows } from './step-why.ts';
import type { FormatParams, Taught } from './taught.ts';
import { TAUGHT, taughtNamed } from './taught.ts';
import { Totals } from './totals.tsx';
import type { ShownTrace } from './trace-window.ts';
import { useTrace } from './use-trace.ts';

interface SteppingProps {
  readonly coo: CooMatrix;
  readonly params: FormatParams;
  readonly choices: Choices;
  /** Whether a question is open whose answer stands in the words of the step. */
  readonly untold: boolean;
  choose(changed: Choices): void;
}

interface TracedProps extends Omit<SteppingProps, 'choices'> {
  readonly taught: Taught;
  readonly trace: ShownTrace;
  /** The step that is shown, from 1 on, as the address has it; `waiting` for that in which fewest lanes load. */
  readonly step: string | undefined;
}

/** Which rows the lanes have, by the format as it is stored. */
function rowsOfLanes(taught: Taught, coo: CooMatrix, params: FormatParams): LaneRows | undefined {
  const format = SHOWN_FORMATS.find(({ id }) => id === taught.format);
  return format && laneRows(taught, coo, buildMatrix(format, coo, { target: 'cuda', params: params[format.id] ?? {} }));
}

/** The number of a step from 0 on, within those that there are. */
function stepAt(steps: readonly TraceStep[], step: string | undefined): number {
  if (step === 'waiting') return fewestLoading(steps);
  const number = Math.floor(Number(step ?? 1));
  return Math.min(number >= 1 ? number - 1 : 0, Math.max(0, steps.length - 1));
}

function Traced({ coo, params, taught, trace, step, untold, choose }: TracedProps): JSX.Element {
  const at = stepAt(trace.steps, step);
  const of = useMemo(() => rowsOfLanes(taught, coo, params), [taught, coo, params]);
  return (
    <>
      <StepView
        trace={trace}
        at={at}
        of={of}
        untold={untold}
        go={(to) => choose({ step: to === 0 ? '' : String(to + 1) })}
      >
        <StepPicture coo={coo} params={params} taught={taught} trace={trace} at={at} />
      </StepView>
      {trace.cut ? <p class="quiet">There are more steps than these: choose a smaller part.</p> : null}
      {!untold && (
        <>
          <h4>All of the product</h4>
          <Totals trace={trace} />
        </>
      )}
    </>
  );
}

/** One product by a kernel, step by step. */
export function Stepping({ coo, params, choices, untold, choose }: SteppingProps): JSX.Element {
  const taught = taughtNamed(choices['kernel']);
  const tracing = useTrace(coo, taught.name, params);
  return (
    <section aria-label="One product, step by step">
      <h3>One product, step by step</h3>
      <label>
        <span>Kernel</span>
        <select value={taught.name} onChange={(event) => choose({ kernel: event.currentTarget.value, step: '' })}>
          {TAUGHT.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      {tracing.status === 'waiting' ? <p role="status">Running the kernel…</p> : null}
      {tracing.status === 'absent' ? (
        <p role="alert">
          Without the kernel's PTX there is nothing to step through: {tracing.why}. Build the site where nvcc is
          installed.
        </p>
      ) : null}
      {tracing.status === 'failed' ? (
        <p role="alert">
          {tracing.message} {tracing.fix ?? ''}
        </p>
      ) : null}
      {tracing.status === 'traced' ? (
        <Traced
          coo={coo}
          params={params}
          taught={taught}
          trace={tracing.trace}
          step={choices['step']}
          untold={untold}
          choose={choose}
        />
      ) : null}
    </section>
  );
}
