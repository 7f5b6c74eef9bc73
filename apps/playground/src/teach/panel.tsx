import './teach.css';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useAnswer } from '../matrix/use-answer.ts';
import type { PanelProps } from '../panel.ts';
import { grouped } from '../ui/format-number.ts';
import { FormatPicture } from './format-picture.tsx';
import { SHOWN_FORMATS } from './formats.ts';
import { LessonView } from './lesson-view.tsx';
import { lessonAt } from './lessons.ts';
import { LongRowWords } from './long-row-words.tsx';
import { MatrixPicture } from './matrix-picture.tsx';
import { PartChooser } from './part-chooser.tsx';
import { pictureOf, placesOf } from './picture.ts';
import { SectorChart } from './sector-chart.tsx';
import { edited, editedText, editsOf } from './edits.ts';
import { ParamSliders } from './param-sliders.tsx';
import { boundsOf, MOST_ENTRIES, partOf, smallMatrix, withPart } from './small-matrix.ts';
import { Stepping } from './stepping.tsx';
import { formatParams } from './taught.ts';

/** How a small matrix, or a part of a large one, is stored, and how kernels read it. */
export function Panel({ matrix, source, choices, choose }: PanelProps): JSX.Element {
  const { shape } = matrix.summary;
  const figures = useAnswer(matrix, 'statistics', null);
  const longRows = figures.status === 'answered' ? figures.reply.longRows : [];
  const part = partOf(withPart(choices, shape, longRows), shape);
  const window = useAnswer(matrix, 'window', { ...boundsOf(part, shape), most: MOST_ENTRIES });
  const [marked, mark] = useState(-1);
  const entries = window.status === 'answered' && figures.status !== 'waiting' ? window.reply : undefined;
  const key = `${part.row} ${part.col} ${part.size}`;
  const [isEditing, setEditing] = useState(false);
  const changes = choices['edits'];
  const edits = useMemo(() => editsOf(changes), [changes]);
  const coo = useMemo(() => entries && edited(smallMatrix(entries, part, shape), edits, part), [entries, key, edits]);
  const params = useMemo(() => formatParams(choices), [JSON.stringify(formatParams(choices))]);
  const pictures = useMemo(
    () => (coo ? SHOWN_FORMATS.map((format) => pictureOf(format, coo, params[format.id])) : []),
    [coo, params],
  );
  // What a question is about stands below it.
  const asked = lessonAt(choices);
  const asksOfStep = asked?.lesson.steps[asked.at]?.shows['step'] !== undefined;
  const asksOfStorage = asked !== undefined && !asksOfStep;
  const [answer, setAnswer] = useState<number>();
  const stepping = coo && (
    <Stepping
      key="stepping"
      coo={coo}
      firstRow={part.row}
      params={params}
      choices={choices}
      choose={choose}
      untold={asksOfStep && answer === undefined}
    >
      {!asksOfStep && <LongRowWords rows={longRows} shape={shape} part={part} />}
    </Stepping>
  );
  const storage = coo && (
    <section key="storage" class={asksOfStorage ? 'asked' : ''} aria-label="How formats store it">
      <h3>How formats store it</h3>
      <p>
        Point at an entry, or go to it by Tab and the arrow keys: it is marked in every array.{' '}
        {part.row + part.col > 0 &&
          `Arrays count from the part: their row 0 is row ${grouped(part.row)}, their column 0 is column ${grouped(part.col)}.`}
      </p>
      <div class="controls">
        <label class="check">
          <input
            type="checkbox"
            checked={isEditing}
            onChange={({ currentTarget }) => setEditing(currentTarget.checked)}
          />
          Edit: a click puts an entry into a place or takes it away, and every format is built anew
        </label>
        {edits.size > 0 && (
          <button type="button" onClick={() => choose({ edits: '' })}>
            As it was
          </button>
        )}
      </div>
      <MatrixPicture
        coo={coo}
        part={part}
        marked={marked}
        mark={mark}
        {...(isEditing
          ? { edit: (row: number, col: number) => choose({ edits: editedText(edits, row, col), step: '' }) }
          : {})}
      />
      <p role="status" class="places">
        {marked >= 0 && marked < coo.values.length ? placesOf(pictures, marked) : 'No entry is marked.'}
      </p>
      <ParamSliders choices={choices} choose={choose} />
      <div class="formats">
        {pictures.map((picture) => (
          <FormatPicture key={picture.format} picture={picture} marked={marked} mark={mark} />
        ))}
      </div>
    </section>
  );
  return (
    <div class="teach">
      <LessonView choices={choices} source={source} answer={answer} onAnswer={setAnswer} choose={choose} />
      <PartChooser
        part={part}
        shape={shape}
        choose={(changed) =>
          choose({ row: String(part.row), col: String(part.col), size: String(part.size), ...changed })
        }
      />
      {window.status === 'failed' ? <p role="alert">{window.problem.message}</p> : null}
      {window.status === 'waiting' || figures.status === 'waiting' ? <p class="quiet">Cutting it out…</p> : null}
      {entries?.cut ? (
        <p role="alert">The part has more than {MOST_ENTRIES} entries: the first of them are shown.</p>
      ) : null}
      {coo ? (
        <>
          {asksOfStorage && storage}
          {stepping}
          <SectorChart key="sectors" coo={coo} params={params} />
          {!asksOfStorage && storage}
        </>
      ) : null}
    </div>
  );
}
