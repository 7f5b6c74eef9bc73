import type { JSX } from 'preact';
import type { HeldMatrix } from '../matrix/client.ts';
import type { EntrySizes, MatrixFigures, Symmetry } from '../matrix/protocol.ts';
import type { Answered } from '../matrix/use-answer.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import { countOf, grouped, significant } from '../ui/format-number.ts';
import { Terms } from '../ui/terms.tsx';

interface Props {
  readonly matrix: HeldMatrix;
  readonly figures: MatrixFigures;
}

function symmetryText(answer: Answered<Symmetry>): string {
  if (answer.status === 'waiting') return 'comparing…';
  if (answer.status === 'failed') return answer.problem.message;
  const { pattern, value } = answer.reply;
  return `pattern ${significant(100 * pattern)} %, values ${significant(100 * value)} %`;
}

function sizesText({ least, most, zeros, notFinite }: EntrySizes): string {
  return [
    most === 0 ? 'none that is finite and not 0' : `from ${significant(least)} to ${significant(most)}`,
    ...(zeros > 0 ? [countOf(zeros, 'zero', 'zeros')] : []),
    ...(notFinite > 0 ? [`${grouped(notFinite)} not finite`] : []),
  ].join(', ');
}

/** Statistics of the papers, as a list of terms. */
export function Figures({ matrix, figures: { statistics, sizes } }: Props): JSX.Element {
  const symmetry = useAnswer(matrix, 'symmetry', null);
  const { shape, nnz } = matrix.summary;
  const percent = (value: number): string => `${significant(value)} %`;
  const { lowerBandwidth, upperBandwidth } = statistics;
  const lines: readonly (readonly [string, string])[] = [
    ['rows × columns', `${grouped(statistics.rows)} × ${grouped(statistics.cols)}`],
    ['entries', grouped(statistics.nnz)],
    ['density', percent(shape.rows * shape.cols === 0 ? 0 : (100 * nnz) / shape.rows / shape.cols)],
    [
      'entries a row',
      `mean ${significant(statistics.mean)}, from ${grouped(statistics.min)} to ${grouped(statistics.max)}`,
    ],
    ['σ / mean', percent(statistics.relativeStandardDeviation)],
    ['empty rows', grouped(statistics.emptyRows)],
    ['bandwidth', `${grouped(lowerBandwidth)} below the diagonal, ${grouped(upperBandwidth)} above`],
    ['|a|', sizesText(sizes)],
    ['symmetry', symmetryText(symmetry)],
  ];
  return <Terms lines={lines} />;
}
