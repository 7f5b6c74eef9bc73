import type { JSX } from 'preact';
import type { HeldMatrix } from '../matrix/client.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import type { PanelProps } from '../panel.ts';
import type { Choices } from '../state/place.ts';
import { Figures } from './figures.tsx';
import { LongRows } from './long-rows.tsx';
import { RowLengths } from './row-lengths.tsx';
import { SpyPlot } from './spy-plot.tsx';

interface Props {
  readonly matrix: HeldMatrix;
  /** Which of the choices is the part in view. */
  readonly view: string;
  readonly choices: Choices;
  choose(changed: Choices): void;
  readonly linkTo: PanelProps['linkTo'];
}

/** The picture of one matrix, its figures and its row lengths. */
export function MatrixColumn({ matrix, view, choices, choose, linkTo }: Props): JSX.Element {
  const figures = useAnswer(matrix, 'statistics', null);
  const onPart = (part: string): void => choose({ [view]: part });
  return (
    <div class="matrix-column">
      <SpyPlot
        key={matrix.summary.name}
        matrix={matrix}
        part={choices[view] ?? ''}
        onPart={onPart}
        figures={figures.status === 'answered' ? figures.reply : undefined}
        bySize={choices['colour'] === 'size'}
        onBySize={(bySize) => choose({ colour: bySize ? 'size' : '' })}
      />
      <div>
        <h3>Figures</h3>
        {figures.status === 'waiting' && <p class="quiet">Counting…</p>}
        {figures.status === 'failed' && <p role="alert">{figures.problem.message}</p>}
        {figures.status === 'answered' && (
          <>
            <Figures matrix={matrix} figures={figures.reply} />
            <h3>Rows by number of entries</h3>
            <RowLengths bins={figures.reply.histogram} />
            <LongRows
              rows={figures.reply.longRows}
              shape={matrix.summary.shape}
              isBeside={view !== 'view'}
              linkTo={linkTo}
              onPart={onPart}
            />
          </>
        )}
      </div>
    </div>
  );
}
