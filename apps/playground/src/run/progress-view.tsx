import type { JSX } from 'preact';
import type { RunProgress } from './protocol.ts';

/** Checking is about as long as timing. */
function shareOf({ checked, total, samples, allSamples }: RunProgress): number {
  if (total === 0 || allSamples === 0) return 0;
  return 0.5 * (checked / total) + 0.5 * (samples / allSamples);
}

/** How far a run is: exact for the eye, in quarters for those who listen. */
export function ProgressView({ progress }: { readonly progress: RunProgress }): JSX.Element {
  const share = shareOf(progress);
  const { step, checked, total, samples, allSamples } = progress;
  const quarter = Math.floor(4 * share) * 25;
  return (
    <div class="run-progress">
      <progress max={1} value={share} aria-label="Progress of the run" />
      <p aria-hidden="true">
        {checked} of {total} checked, {samples} of {allSamples} samples. {step}
      </p>
      <p role="status" class="sr-only">
        {total === 0 ? 'The run has begun.' : `${quarter} per cent done.`}
      </p>
    </div>
  );
}
