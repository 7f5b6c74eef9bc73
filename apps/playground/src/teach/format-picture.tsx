import type { JSX } from 'preact';
import type { ArrayCell, Picture, PicturedArray } from './picture.ts';

interface FormatPictureProps {
  readonly picture: Picture;
  readonly marked: number;
  mark(entry: number): void;
}

function classOf({ entry, row }: ArrayCell, { padded }: PicturedArray, marked: number): string {
  const paper = row >= 0 ? `paper-${row % 6}` : padded > 0 ? 'padding' : '';
  return `place ${paper}${entry >= 0 && entry === marked ? ' marked' : ''}`;
}

/** One array: its places in a line that wraps. */
function ArrayPicture({
  array,
  marked,
  mark,
}: {
  readonly array: PicturedArray;
  readonly marked: number;
  mark(entry: number): void;
}): JSX.Element {
  const { name, cells, padded } = array;
  return (
    <div class="array">
      <dt>
        <code>{name}</code>{' '}
        <span class="quiet">{`${cells.length}${padded > 0 ? `, ${padded} of them padding` : ''}`}</span>
      </dt>
      <dd>
        {cells.map((cell, k) => (
          <span key={k} class={classOf(cell, array, marked)} onMouseEnter={() => cell.entry >= 0 && mark(cell.entry)}>
            {cell.text}
          </span>
        ))}
      </dd>
    </div>
  );
}

/** The arrays of one format. */
export function FormatPicture({ picture, marked, mark }: FormatPictureProps): JSX.Element {
  return (
    <section class="format" aria-label={picture.title}>
      <h4>{picture.title}</h4>
      {'refused' in picture ? (
        <p class="quiet">{picture.refused}</p>
      ) : (
        <>
          <p class="quiet">{picture.bytes} bytes</p>
          <dl>
            {picture.arrays.map((array) => (
              <ArrayPicture key={array.name} array={array} marked={marked} mark={mark} />
            ))}
          </dl>
        </>
      )}
    </section>
  );
}
