import type { JSX } from 'preact';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import { significant } from '../ui/format-number.ts';

/** What a matrix looks like. */
export function Panel({ matrix }: PanelProps): JSX.Element {
  const figures = useAnswer(matrix, 'statistics', null);
  if (figures.status === 'waiting') return <p class="quiet">Counting…</p>;
  if (figures.status === 'failed') return <p role="alert">{figures.problem.message}</p>;
  const { mean, min, max } = figures.reply.statistics;
  return (
    <p>
      {significant(mean)} entries a row, from {significant(min)} to {significant(max)}.
    </p>
  );
}
