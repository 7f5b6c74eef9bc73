import type { JSX } from 'preact';
import './terms.css';

/** Figures as a list of terms. */
export function Terms({ lines }: { readonly lines: readonly (readonly [name: string, value: string])[] }): JSX.Element {
  return (
    <dl class="figures">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
