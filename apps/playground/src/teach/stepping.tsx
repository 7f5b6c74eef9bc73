import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { StepPicture } from './step-picture.tsx';
import { StepView } from './step-view.tsx';
import type { Taught } from './taught.ts';
import { TAUGHT, taughtNamed } from './taught.ts';
import { Totals } from './totals.tsx';
import type { ShownTrace } from './trace-window.ts';
import { useTrace } from './use-trace.ts';

interface SteppingProps {
  readonly coo: CooMatrix;
  readonly kernel: string | undefined;
  choose(changed: { readonly kernel: string }): void;
}

interface TracedProps {
  readonly coo: CooMatrix;
  readonly taught: Taught;
  readonly trace: ShownTrace;
}

function Traced({ coo, taught, trace }: TracedProps): JSX.Element {
  const [step, setStep] = useState(0);
  useEffect(() => setStep(0), [trace]);
  const at = Math.min(step, Math.max(0, trace.steps.length - 1));
  return (
    <>
      <StepView trace={trace} at={at} go={setStep}>
        <StepPicture coo={coo} taught={taught} trace={trace} at={at} />
      </StepView>
      {trace.cut ? <p class="quiet">There are more steps than these: choose a smaller part.</p> : null}
      <h4>All of the product</h4>
      <Totals trace={trace} />
    </>
  );
}

/** One product by a kernel, step by step. */
export function Stepping({ coo, kernel, choose }: SteppingProps): JSX.Element {
  const taught = taughtNamed(kernel);
  const tracing = useTrace(coo, taught.name);
  return (
    <section aria-label="One product, step by step">
      <h3>One product, step by step</h3>
      <label>
        <span>Kernel</span>
        <select value={taught.name} onChange={(event) => choose({ kernel: event.currentTarget.value })}>
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
      {tracing.status === 'traced' ? <Traced coo={coo} taught={taught} trace={tracing.trace} /> : null}
    </section>
  );
}
