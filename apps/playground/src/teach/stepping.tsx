import type { CooMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import type { ComponentChildren, JSX } from 'preact';
import type { TraceStep } from '@spmv/trace';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Choices } from '../state/place.ts';
import { SHOWN_FORMATS } from './formats.ts';
import { laneRows } from './lane-rows.ts';
import { StepControls } from './step-controls.tsx';
import { StepPicture } from './step-picture.tsx';
import { StepView } from './step-view.tsx';
import { fewestLoading } from './step-why.ts';
import type { LaneRows } from './step-why.ts';
import type { FormatParams, Taught } from './taught.ts';
import { TAUGHT, taughtNamed } from './taught.ts';
import { Totals } from './totals.tsx';
import type { ShownTrace } from './trace-window.ts';
import type { Tracing } from './use-trace.ts';
import { useTrace } from './use-trace.ts';

interface SteppingProps {
  readonly coo: CooMatrix;
  /** Number of its first row in the whole matrix. */
  readonly firstRow: number;
  readonly params: FormatParams;
  readonly choices: Choices;
  /** Whether a question is open whose answer stands in the words of the step. */
  readonly untold: boolean;
  choose(changed: Choices): void;
  /** What is said before the steps. */
  readonly children: ComponentChildren;
}

/** A kernel with what it did. */
interface Side {
  readonly taught: Taught;
  readonly trace: ShownTrace;
}

interface TracedProps extends Omit<SteppingProps, 'choices' | 'children'> {
  /** One kernel, or two that go in step. */
  readonly sides: readonly [Side, ...Side[]];
  /** The step that is shown, from 1 on, as the address has it; `waiting` for that in which fewest lanes load. */
  readonly step: string | undefined;
}

/** Which rows the lanes have, by the format as it is stored. */
function rowsOfLanes({ taught, coo, params, firstRow }: Omit<OneSideProps, 'trace'>): LaneRows | undefined {
  const format = SHOWN_FORMATS.find(({ id }) => id === taught.format);
  if (!format) return undefined;
  const stored = buildMatrix(format, coo, { target: 'cuda', params: params[format.id] ?? {} });
  return laneRows(taught, coo, stored, firstRow);
}

/** The number of a step from 0 on, up to the last. */
function stepAt(steps: readonly TraceStep[], step: string | undefined, last: number): number {
  if (step === 'waiting') return fewestLoading(steps);
  const number = Math.floor(Number(step ?? 1));
  return Math.min(number >= 1 ? number - 1 : 0, last);
}

interface OneSideProps extends Side, Pick<SteppingProps, 'coo' | 'params' | 'firstRow' | 'untold'> {
  readonly at: number;
  readonly isAlone: boolean;
}

function OneSide(props: OneSideProps): JSX.Element {
  const { coo, params, firstRow, taught, trace, at, untold, isAlone } = props;
  const of = useMemo(() => rowsOfLanes(props), [taught, coo, params, firstRow]);
  return (
    <div class="side">
      {!isAlone && <h4>{taught.title}</h4>}
      <StepView trace={trace} at={at} of={of} untold={untold}>
        {/* Its outlines would answer what is asked. */}
        {!untold && (
          <StepPicture
            coo={coo}
            params={params}
            taught={taught}
            trace={trace}
            at={Math.min(at, Math.max(0, trace.steps.length - 1))}
          />
        )}
      </StepView>
      {trace.cut ? <p class="quiet">There are more steps than these: choose a smaller part.</p> : null}
      {!untold && (
        <>
          <h4>All of the product{isAlone ? '' : `: ${taught.title}`}</h4>
          <Totals trace={trace} />
        </>
      )}
    </div>
  );
}

function Traced({ coo, params, firstRow, sides, step, untold, choose }: TracedProps): JSX.Element {
  const [{ trace }] = sides;
  const last = Math.max(0, ...sides.map((side) => side.trace.steps.length - 1));
  const at = stepAt(trace.steps, step, last);
  return (
    <StepControls
      at={at}
      last={last}
      nextApart={trace.steps.findIndex(({ kind }, k) => k > at && kind === 'branch')}
      go={(to) => choose({ step: to === 0 ? '' : String(to + 1) })}
    >
      <div class={sides.length > 1 ? 'sides' : ''}>
        {sides.map((side, s) => (
          <OneSide
            key={s}
            coo={coo}
            params={params}
            firstRow={firstRow}
            {...side}
            at={at}
            untold={untold}
            isAlone={sides.length === 1}
          />
        ))}
      </div>
    </StepControls>
  );
}

/** Why there are no steps, or not yet. */
function NotTraced({ tracing }: { readonly tracing: Tracing }): JSX.Element {
  switch (tracing.status) {
    case 'waiting':
      return <p role="status">Running the kernel…</p>;
    case 'absent':
      return (
        <p role="alert">
          Without the kernel's PTX there is nothing to step through: {tracing.why}. Build the site where nvcc is
          installed.
        </p>
      );
    case 'failed':
      return (
        <p role="alert">
          {tracing.message} {tracing.fix ?? ''}
        </p>
      );
    case 'traced':
      return <></>;
  }
}

interface KernelChooserProps {
  readonly title: string;
  readonly value: string;
  /** What is offered besides the kernels. */
  readonly none?: string;
  onChoose(name: string): void;
}

function KernelChooser({ title, value, none, onChoose }: KernelChooserProps): JSX.Element {
  return (
    <label>
      <span>{title}</span>
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {TAUGHT.map(({ name, title: of }) => (
          <option key={name} value={name}>
            {of}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Pixels above what the page is scrolled to. */
const MARGIN = 12;

/** One product by a kernel, step by step, and by another one in step with it where that is wanted. */
export function Stepping({ coo, firstRow, params, choices, untold, choose, children }: SteppingProps): JSX.Element {
  const taught = taughtNamed(choices['kernel']);
  const versus = untold ? undefined : TAUGHT.find(({ name }) => name === choices['versus']);
  const tracing = useTrace(coo, taught.name, params);
  const other = useTrace(versus && coo, versus?.name ?? '', params);
  const section = useRef<HTMLElement>(null);
  const isFound = tracing.status === 'traced' && choices['step'] === 'waiting';
  useEffect(() => {
    // Not scrollIntoView, which moves the page around a frame as well.
    if (isFound && section.current) scrollBy({ top: section.current.getBoundingClientRect().top - MARGIN });
  }, [isFound]);
  return (
    <section class="stepping" aria-label="One product, step by step" ref={section}>
      <h3>One product, step by step</h3>
      {children}
      <div class="part">
        <KernelChooser title="Kernel" value={taught.name} onChoose={(kernel) => choose({ kernel, step: '' })} />
        <KernelChooser
          title="In step with it"
          value={versus?.name ?? ''}
          none="no other kernel"
          onChoose={(name) => choose({ versus: name })}
        />
      </div>
      <NotTraced tracing={tracing} />
      {versus && <NotTraced tracing={other} />}
      {tracing.status === 'traced' && (
        <Traced
          coo={coo}
          firstRow={firstRow}
          params={params}
          sides={[
            { taught, trace: tracing.trace },
            ...(versus && other.status === 'traced' ? [{ taught: versus, trace: other.trace }] : []),
          ]}
          step={choices['step']}
          untold={untold}
          choose={choose}
        />
      )}
    </section>
  );
}
