import type { BenchResult } from '@spmv/engine';
import type { JSX } from 'preact';
import { useCopy } from '../ui/use-copy.ts';
import { csvOf, markdownOf } from './table-text.ts';

interface Props {
  readonly rows: readonly BenchResult[];
  readonly filter: string;
  onFilter(text: string): void;
}

/** Narrows a table to the rows that hold some words, and copies those rows for other programs. */
export function Copies({ rows, filter, onFilter }: Props): JSX.Element {
  const [said, copy] = useCopy();
  const done = `Copied ${rows.length} rows.`;
  return (
    <div class="copies">
      <label>
        <span>Rows with these words</span>
        <input type="text" value={filter} onInput={({ currentTarget }) => onFilter(currentTarget.value)} />
      </label>
      <button type="button" onClick={() => copy(csvOf(rows), done)}>
        Copy as CSV
      </button>
      <button type="button" onClick={() => copy(markdownOf(rows), done)}>
        Copy as Markdown
      </button>
      <span role="status" class="quiet">
        {said}
      </span>
    </div>
  );
}
