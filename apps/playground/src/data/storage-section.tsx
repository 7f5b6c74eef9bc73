import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import type { Choices } from '../state/place.ts';
import { StorageTable } from './storage-table.tsx';
import { TwoFormats } from './two-formats.tsx';

/** What one page can hold of one stored matrix. */
const MAX_BYTES = 2 ** 31;

interface Props {
  readonly matrix: HeldMatrix;
  readonly choices: Choices;
  choose(changed: Choices): void;
}

/** What every format would store for a matrix, and two of them side by side. */
export function StorageSection({ matrix, choices, choose }: Props): JSX.Element {
  const request = useMemo(() => ({ maxBytes: MAX_BYTES }), []);
  const storage = useAnswer(matrix, 'storage', request);
  const { name, nnz } = matrix.summary;
  if (storage.status === 'waiting') return <p class="quiet">Planning every format…</p>;
  if (storage.status === 'failed') return <p role="alert">{storage.problem.message}</p>;
  return (
    <>
      <StorageTable name={name} rows={storage.reply} nnz={nnz} />
      <h4>Two formats</h4>
      <TwoFormats name={name} rows={storage.reply} nnz={nnz} choices={choices} choose={choose} />
    </>
  );
}
