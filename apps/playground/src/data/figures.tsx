import type { JSX } from 'preact';
import type { MatrixFigures } from '../matrix/protocol.ts';
import { grouped, significant } from '../ui/format-number.ts';

/** Statistics of the papers, as a list of terms. */
export function Figures({ statistics }: Pick<MatrixFigures, 'statistics'>): JSX.Element {
  const percent = (value: number): string => `${significant(value)} %`;
  const { lowerBandwidth, upperBandwidth } = statistics;
  const lines: readonly (readonly [string, string])[] = [
    ['rows × columns', `${grouped(statistics.rows)} × ${grouped(statistics.cols)}`],
    ['entries', grouped(statistics.nnz)],
    ['density', percent(100 * statistics.density)],
    [
      'entries a row',
      `mean ${significant(statistics.mean)}, from ${grouped(statistics.min)} to ${grouped(statistics.max)}`,
    ],
    ['σ / mean', percent(statistics.relativeStandardDeviation)],
    ['empty rows', grouped(statistics.emptyRows)],
    ['bandwidth', `${grouped(lowerBandwidth)} below the diagonal, ${grouped(upperBandwidth)} above`],
    [
      'symmetry',
      `pattern ${percent(100 * statistics.patternSymmetry)}, values ${percent(100 * statistics.valueSymmetry)}`,
    ],
  ];
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
