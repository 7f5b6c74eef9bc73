import './teach.css';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { FORMATS } from '../matrix/formats.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import type { PanelProps } from '../panel.ts';
import { FormatPicture } from './format-picture.tsx';
import { MatrixPicture } from './matrix-picture.tsx';
import { PartChooser } from './part-chooser.tsx';
import { pictureOf, placesOf } from './picture.ts';
import { SectorChart } from './sector-chart.tsx';
import { boundsOf, MOST_ENTRIES, partOf, smallMatrix } from './small-matrix.ts';
import { Stepping } from './stepping.tsx';
import { FORMAT_PARAMS, SHOWN_FORMATS } from './taught.ts';

const SHOWN = FORMATS.filter(({ id }) => SHOWN_FORMATS.includes(id));

/** How a small matrix, or a part of a large one, is stored, and how kernels read it. */
export function Panel({ matrix, choices, choose }: PanelProps): JSX.Element {
  const { shape } = matrix.summary;
  const part = partOf(choices, shape);
  const window = useAnswer(matrix, 'window', { ...boundsOf(part, shape), most: MOST_ENTRIES });
  const [marked, mark] = useState(-1);
  const entries = window.status === 'answered' ? window.reply : undefined;
  const key = `${part.row} ${part.col} ${part.size}`;
  const coo = useMemo(() => entries && smallMatrix(entries, part, shape), [entries, key]);
  const pictures = useMemo(
    () => (coo ? SHOWN.map((format) => pictureOf(format, coo, FORMAT_PARAMS[format.id])) : []),
    [coo],
  );
  return (
    <div class="teach">
      <PartChooser part={part} shape={shape} choose={choose} />
      {window.status === 'failed' ? <p role="alert">{window.problem.message}</p> : null}
      {window.status === 'waiting' ? <p class="quiet">Cutting it out…</p> : null}
      {entries?.cut ? (
        <p role="alert">The part has more than {MOST_ENTRIES} entries: the first of them are shown.</p>
      ) : null}
      {coo ? (
        <>
          <section aria-label="How formats store it">
            <h3>How formats store it</h3>
            <p>Point at an entry, or go to it by Tab and the arrow keys: it is marked in every array.</p>
            <MatrixPicture coo={coo} part={part} marked={marked} mark={mark} />
            <p role="status" class="places">
              {marked >= 0 && marked < coo.values.length ? placesOf(pictures, marked) : 'No entry is marked.'}
            </p>
            <div class="formats">
              {pictures.map((picture) => (
                <FormatPicture key={picture.format} picture={picture} marked={marked} mark={mark} />
              ))}
            </div>
          </section>
          <SectorChart coo={coo} />
          <Stepping coo={coo} kernel={choices['kernel']} choose={choose} />
        </>
      ) : null}
    </div>
  );
}
