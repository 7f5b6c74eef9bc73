import type { BenchResult } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';
import type { JSX } from 'preact';

/** Decades below the bound that the axis has, and above it: what is beyond stands at its end. */
const [BELOW, ABOVE] = [5, 1];

/** Where a share of the bound is on the axis, in per cent. */
export function errorPercent(ratio: number): number {
  const log = Math.min(ABOVE, Math.max(-BELOW, Math.log10(ratio)));
  return (100 * (log + BELOW)) / (BELOW + ABOVE);
}

interface Line {
  readonly name: string;
  /** The largest errors of kernels, as shares of their bounds; Infinity for what is not within any. */
  readonly errors: readonly number[];
}

/** The errors of each format and precision, the largest first. */
export function errorLines(rows: readonly BenchResult[]): readonly Line[] {
  const found = new Map<string, number[]>();
  for (const { format, precision, errorRatio, code } of rows) {
    const error = errorRatio ?? (code === 'RESULT.INVALID' ? Infinity : undefined);
    if (error === undefined) continue;
    const name = `${format ?? ''}, ${precision ?? ''}`;
    found.set(name, [...(found.get(name) ?? []), error]);
  }
  return [...found]
    .map(([name, errors]) => ({ name, errors: errors.sort((a, b) => b - a) }))
    .sort((a, b) => (b.errors[0] ?? 0) - (a.errors[0] ?? 0));
}

/** How far results are from exact ones: a dot for each kernel, on a logarithmic axis that ends beyond the bound. */
export function ErrorChart({ rows }: { readonly rows: readonly BenchResult[] }): JSX.Element {
  const lines = errorLines(rows);
  if (lines.length === 0) return <></>;
  return (
    <details class="errors">
      <summary>How exact the results are, as a chart</summary>
      <figure class="format-chart">
        <figcaption>
          The worst element of each kernel: its error over the bound that any order of summation keeps, which is the
          line. Logarithmic, from {significant(10 ** -BELOW)} of it on; right of the line is wrong.
        </figcaption>
        <ol>
          {lines.map(({ name, errors }) => (
            <li key={name}>
              <span class="of">{name}</span>
              <span class="speed" aria-hidden="true">
                {errors.map((error, k) => (
                  <span key={k} class="error-dot" style={{ left: `${errorPercent(error).toFixed(2)}%` }} />
                ))}
                <span class="speed-csr" style={{ left: `${errorPercent(1).toFixed(2)}%` }} />
              </span>
              <span class="number">{significant(errors[0] ?? 0)}</span>
            </li>
          ))}
        </ol>
      </figure>
    </details>
  );
}
