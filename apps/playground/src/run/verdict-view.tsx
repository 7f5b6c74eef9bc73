import type { BackendRow, BenchResult, RunEnd } from '@spmv/engine';
import type { Precision } from '@spmv/core';
import { countsLine, outOfTimeLines, runList, verdicts, verdictSummaries } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import type { JSX } from 'preact';
import { formatWords, untriedText } from './format-words.ts';
import { documentOf } from './run-client.ts';

interface Props {
  readonly kept: Kept;
  /** Those that were asked for. */
  readonly precisions: readonly Precision[];
  readonly ending: RunEnd;
}

const DEVICE_LOST = 'BACKEND.DEVICE_LOST';

/** A backend with what it ran on, where that has a name of its own. */
function placeOf(id: string, devices: readonly BackendRow[]): string {
  const device = devices.find((one) => one.id === id)?.device;
  return device && id === 'webgpu' ? `${id} (${device})` : id;
}

/** What never runs in a page. */
const NOT_HERE =
  'Not compared: native kernels of the processor, CUDA, libraries of others, and parameters besides the suggested ones. A page cannot run the first three; spmv bench and spmv tune do.';

/** What was run, but for devices that are software: those of which one is advised. */
export function eligibleOf(kept: Kept): readonly BenchResult[] {
  const software = runList(kept, 'backends').filter((one) => one.software);
  const rows = runList(kept, 'results') as readonly BenchResult[];
  return rows.filter(({ backend }) => !software.some(({ id }) => id === backend));
}

/** Of what a time budget left out; the downloaded report has all. */
const MOST_NAMED = 4;

/** What to use, what that was compared with, and what was left out. */
export function VerdictView({ kept, precisions, ending }: Props): JSX.Element {
  const rows = runList(kept, 'results') as readonly BenchResult[];
  const [summary] = runList(kept, 'matrices');
  const devices = runList(kept, 'backends');
  const software = devices.filter((one) => one.software);
  const eligible = eligibleOf(kept);
  const said = summary?.verdicts ?? verdictSummaries(eligible, true);
  const advised = verdicts(eligible, summary?.busy !== undefined);
  const reached = new Set([...rows, ...runList(kept, 'outOfTime')].map(({ precision }) => precision));
  const untried = precisions.filter((precision) => !ending.interrupted && !reached.has(precision));
  const compared = rows.filter(({ medianMs }) => medianMs !== null);
  const backends = [...new Set(compared.map(({ backend }) => backend))];
  const lost = rows.filter(({ code }) => code === DEVICE_LOST);
  const wrong = rows.filter(({ status, code }) => status === 'failed' && code !== DEVICE_LOST);
  return (
    <section class="verdict" aria-label="Verdict">
      <h3>{ending.interrupted ? 'So far' : 'What to use here'}</h3>
      {ending.interrupted && <p>The run was cancelled: others may be faster than what was timed until then.</p>}
      {said.map(({ precision, text }) => {
        const verdict = advised.find((one) => one.precision === precision);
        return (
          <div key={precision}>
            {verdict && <p class="use">{formatWords(verdict, eligible)}</p>}
            <p>{text}</p>
          </div>
        );
      })}
      {untried.map((precision) => (
        <p key={precision}>{untriedText(precision)}</p>
      ))}
      {said.length === 0 && <p>Nothing was timed, so nothing is known about what is fast.</p>}
      {software.map(({ id, device }) => (
        <p key={id}>
          {id} ran on {device}, which is software on the processor: what it takes says nothing of a GPU, so it is not
          advised.
        </p>
      ))}
      {lost.length > 0 && (
        <p role="alert">
          The device of {[...new Set(lost.map(({ backend }) => backend))].join(' and ')} was lost during the run:{' '}
          {lost[0]?.reason} {lost.length} of its combinations were not timed; what was measured before is kept.{' '}
          {lost[0]?.fix}
        </p>
      )}
      {wrong.length > 0 && (
        <p role="alert">
          {wrong.length === 1 ? 'One combination is' : `${wrong.length} combinations are`} wrong or broken:{' '}
          {wrong
            .map(({ kernel, backend, precision }) => `${kernel ?? ''} on ${backend} in ${precision ?? ''}`)
            .join(', ')}
          . No time of theirs counts.
        </p>
      )}
      {summary?.busy !== undefined && <p>This machine is busy: {summary.busy}.</p>}
      <p>
        Compared: {compared.length} combinations on{' '}
        {backends.map((id) => placeOf(id, devices)).join(', ') || 'no backend'} ({countsLine(rows)}), each checked
        against exact products before and after it was timed.
      </p>
      {outOfTimeLines(
        documentOf(kept, ending),
        () => ' A longer time budget, or fewer precisions or backends, leave room for all.',
        MOST_NAMED,
      ).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p class="quiet">{NOT_HERE}</p>
    </section>
  );
}
