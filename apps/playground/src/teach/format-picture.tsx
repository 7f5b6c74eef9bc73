import type { JSX } from 'preact';
import type { ArrayCell, KernelPicture, PicturedArray } from './picture.ts';
import type { Rectangles } from './rectangles.ts';
import type { TouchedParts } from './touched.ts';

interface FormatPictureProps {
  readonly picture: KernelPicture;
  /** For screen readers; the title of the format where nothing else is said. */
  readonly label?: string;
  /** The entry that is looked at; −1 for none. */
  readonly marked?: number;
  mark?(entry: number): void;
  /** What a step of a kernel touches. */
  readonly touched?: TouchedParts;
}

interface ArrayPictureProps extends Omit<FormatPictureProps, 'picture' | 'label'> {
  readonly array: PicturedArray;
}

function classOf(k: number, { array, marked = -1, touched }: ArrayPictureProps): string {
  const { name, cells, padded } = array;
  const { entry, row } = cells[k] as ArrayCell;
  const touching = touched?.array === name ? touched : undefined;
  return [
    'place',
    row >= 0 ? `paper-${row % 6}` : padded > 0 ? 'padding' : '',
    entry >= 0 && entry === marked ? 'marked' : '',
    touching?.used.has(k) ? 'used' : touching?.moved.has(k) ? 'moved' : '',
  ]
    .filter((one) => one !== '')
    .join(' ');
}

/** Whether places that stand below each other are neighbours in memory, and not those side by side. */
function isByColumns(rectangles: Rectangles): boolean {
  return rectangles.some(([first, second]) => first?.[0] !== undefined && second?.[0] === first[0] + 1);
}

/** One array: its places in a line that wraps, or as rectangles in which a line is a row. */
function ArrayPicture(props: ArrayPictureProps): JSX.Element {
  const { array, mark } = props;
  const { name, cells, padded, rectangles } = array;
  const place = (k: number): JSX.Element => {
    const { text, entry } = cells[k] as ArrayCell;
    return (
      <span key={k} class={classOf(k, props)} onMouseEnter={() => entry >= 0 && mark?.(entry)}>
        {text}
      </span>
    );
  };
  return (
    <div class="array">
      <dt>
        <code>{name}</code>{' '}
        <span class="quiet">
          {cells.length}
          {padded > 0 ? `, ${padded} of them padding` : ''}
          {rectangles
            ? `, a line for each row${isByColumns(rectangles) ? '; next in memory is what stands below' : ''}`
            : ''}
        </span>
      </dt>
      <dd class={rectangles ? 'rectangles' : ''}>
        {rectangles
          ? rectangles.map((lines, r) => (
              <span key={r} class="rectangle">
                {lines.map((line, l) => (
                  <span key={l}>{line.map(place)}</span>
                ))}
              </span>
            ))
          : cells.map((_, k) => place(k))}
      </dd>
    </div>
  );
}

/** The arrays of one format. */
export function FormatPicture({ picture, label = picture.title, ...shown }: FormatPictureProps): JSX.Element {
  return (
    <section class="format" aria-label={label}>
      <h4>{picture.title}</h4>
      {'refused' in picture ? (
        <p class="quiet">{picture.refused}</p>
      ) : (
        <>
          <p class="quiet">{picture.bytes} bytes</p>
          <div class="scroll" tabIndex={0} role="group" aria-label={`Arrays of ${picture.title}`}>
            <dl>
              {picture.arrays.map((array) => (
                <ArrayPicture key={array.name} array={array} {...shown} />
              ))}
            </dl>
          </div>
        </>
      )}
    </section>
  );
}
