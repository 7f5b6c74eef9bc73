import type { JSX } from 'preact';
import './bar.css';

/** A bar beside a number that says the same. */
export function Bar({ share }: { readonly share: number }): JSX.Element {
  return (
    <span class="bar" aria-hidden="true">
      {share > 0 && <span class="bar-full" style={{ width: `${(100 * share).toFixed(2)}%` }} />}
    </span>
  );
}
