import type { JSX } from 'preact';
import type { HeldMatrix } from '../matrix/client.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import { Figures } from './figures.tsx';
import { RowLengths } from './row-lengths.tsx';
import { SpyPlot } from './spy-plot.tsx';

interface Props {
  readonly matrix: HeldMatrix;
  readonly part: string;
  onPart(part: string): void;
}

/** The picture of one matrix, its figures and its row lengths. */
export function MatrixColumn({ matrix, part, onPart }: Props): JSX.Element {
  const figures = useAnswer(matrix, 'statistics', null);
  return (
    <div class="matrix-column">
      <SpyPlot key={matrix.summary.name} matrix={matrix} part={part} onPart={onPart} />
      <div>
        <h3>Figures</h3>
        {figures.status === 'waiting' && <p class="quiet">Counting…</p>}
        {figures.status === 'failed' && <p role="alert">{figures.problem.message}</p>}
        {figures.status === 'answered' && (
          <>
            <Figures matrix={matrix} statistics={figures.reply.statistics} />
            <h3>Rows by number of entries</h3>
            <RowLengths bins={figures.reply.histogram} />
          </>
        )}
      </div>
    </div>
  );
}
