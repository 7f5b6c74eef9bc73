import type { ArrayDeclaration, CooMatrix, SparseFormat, StoredMatrix, TypedArray } from '@spmv/core';
import { buildMatrix, elementTypeOf, formatParams, storageBytes } from '@spmv/core';
import { escapeHtml, scrolling } from '../template/html.ts';
import type { Example } from './examples.ts';

/** The arrays that a format stores for an example, as the format's own `build` made them. */
export interface Picture {
  readonly stored: StoredMatrix;
  readonly html: string;
}

/** Draws a matrix and the arrays that `format` stores for it: tables, in which an entry has the colour of its row everywhere. */
export function drawPicture(format: SparseFormat, example: Example): Picture {
  const { matrix, params } = example;
  const stored = buildMatrix(format, matrix, { params });
  const name = formatParams(stored.params);
  const title = `${format.id}${name === '' ? '' : `, ${name}`}`;
  const arrays = Object.entries(stored.arrays).map(([array, contents]) =>
    arrayTable(array, contents, slotsOf(format, stored, array), matrix, title),
  );
  const scalars = Object.entries(stored.scalars).map(
    ([scalar, value]) =>
      `<li><code>${escapeHtml(scalar)}</code> = ${value}: ${escapeHtml(format.scalars[scalar] ?? '')}</li>`,
  );
  const facts = `<p class="facts">${storageBytes(stored)} bytes for ${matrix.values.length} entries.${name === '' ? '' : ` Parameters: <code>${escapeHtml(name)}</code>.`}</p>`;
  return {
    stored,
    html: `<div class="picture">${matrixTable(matrix)}<div class="arrays">${arrays.join('')}</div></div>${
      scalars.length === 0 ? '' : `<ul class="scalars">${scalars.join('')}</ul>`
    }${facts}`,
  };
}

/** The matrix as it is written on paper, a dot where there is no entry. */
export function matrixTable({ shape, rowIndex, colIndex, values }: CooMatrix): string {
  const entry = new Map(Array.from(values, (value, at) => [`${rowIndex[at]},${colIndex[at]}`, value]));
  const columns = Array.from({ length: shape.cols }, (_, col) => col);
  const head = columns.map((col) => `<th scope="col">${col}</th>`).join('');
  const rows = Array.from({ length: shape.rows }, (_, row) => {
    const cells = columns.map((col) => {
      const value = entry.get(`${row},${col}`);
      return value === undefined ? '<td class="none">·</td>' : `<td class="r${row}">${value}</td>`;
    });
    return `<tr><th scope="row">${row}</th>${cells.join('')}</tr>`;
  });
  return `<table class="cells matrix"><caption>A, ${shape.rows} × ${shape.cols}</caption><thead><tr><td></td>${head}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The values whose places an array shares, slot for slot, if the format says that both are of one length. */
function slotsOf(format: SparseFormat, stored: StoredMatrix, name: string): TypedArray | undefined {
  const own = stored.arrays[name];
  const length = format.layout[name]?.length;
  const partner = Object.entries(stored.arrays).find(
    ([other, array]) =>
      isValues(format.layout[other]) && format.layout[other]?.length === length && array.length === own?.length,
  );
  return partner?.[1];
}

function isValues(declared: ArrayDeclaration | undefined): boolean {
  if (declared === undefined) return false;
  const { element } = declared;
  return element === 'value' || (typeof element !== 'string' && element.every((each) => each.startsWith('f')));
}

function arrayTable(
  name: string,
  contents: TypedArray,
  slots: TypedArray | undefined,
  matrix: CooMatrix,
  title: string,
): string {
  const type = elementTypeOf(contents) ?? '';
  if (contents.length === 0)
    return `<p class="empty"><code>${escapeHtml(name)}</code> <span>${type}</span> is empty.</p>`;
  const rowOf = new Map(Array.from(matrix.values, (value, at) => [value, matrix.rowIndex[at]]));
  const indices = Array.from(contents, (_, at) => `<th scope="col">${at}</th>`).join('');
  const cells = Array.from(contents, (value, at) => {
    const slot = slots?.[at];
    const row = slot === undefined ? undefined : rowOf.get(slot);
    const kind = slots === undefined ? '' : row === undefined ? ' class="padding"' : ` class="r${row}"`;
    return `<td${kind}>${kind.includes('padding') ? `<span class="hidden">padding </span>` : ''}${String(value)}</td>`;
  });
  const table = `<table class="cells"><caption><code>${escapeHtml(name)}</code> <span>${type} × ${contents.length}</span></caption><thead><tr>${indices}</tr></thead><tbody><tr>${cells.join('')}</tr></tbody></table>`;
  return scrolling(`Array ${name} of ${title}`, table);
}
