import type { BenchResult } from '@spmv/engine';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { csvOf, markdownOf } from './table-text.ts';

interface Props {
  readonly rows: readonly BenchResult[];
  readonly filter: string;
  onFilter(text: string): void;
}

/** Narrows a table to the rows that hold some words, and copies those rows for other programs. */
export function Copies({ rows, filter, onFilter }: Props): JSX.Element {
  const [said, setSaid] = useState('');
  const copy = (text: string): void =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid(`Copied ${rows.length} rows.`),
      () => setSaid('The browser does not let this page copy: download the results in place of it.'),
    );
  return (
    <div class="copies">
      <label>
        <span>Rows with these words</span>
        <input type="text" value={filter} onInput={({ currentTarget }) => onFilter(currentTarget.value)} />
      </label>
      <button type="button" onClick={() => copy(csvOf(rows))}>
        Copy as CSV
      </button>
      <button type="button" onClick={() => copy(markdownOf(rows))}>
        Copy as Markdown
      </button>
      <span role="status" class="quiet">
        {said}
      </span>
    </div>
  );
}
