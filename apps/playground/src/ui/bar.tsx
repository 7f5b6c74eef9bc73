import type { JSX } from 'preact';

/** A bar beside a number that says the same; `lost` is the part of it that is for nothing. */
export function Bar({ share, lost = 0 }: { readonly share: number; readonly lost?: number }): JSX.Element {
  const percent = (part: number): string => `${(100 * part).toFixed(2)}%`;
  return (
    <span class="bar" aria-hidden="true">
      {share > lost && <span class="bar-full" style={{ width: percent(share - lost) }} />}
      {lost > 0 && <span class="bar-lost" style={{ width: percent(lost) }} />}
    </span>
  );
}
