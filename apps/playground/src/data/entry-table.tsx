import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import { useAnswer } from '../matrix/use-answer.ts';
import { grouped } from '../ui/format-number.ts';
import type { SeenPart } from './spy-view.ts';

/** Entries that a table shows at most. */
const MOST = 100;

interface Props {
  readonly matrix: HeldMatrix;
  readonly part: SeenPart;
}

function Entries({ matrix, part }: Props): JSX.Element {
  const answer = useAnswer(matrix, 'window', { ...part, most: MOST });
  if (answer.status === 'waiting') return <p class="quiet">Looking them up…</p>;
  if (answer.status === 'failed') return <p role="alert">{answer.problem.message}</p>;
  const { rowIndex, colIndex, values, cut } = answer.reply;
  if (values.length === 0) return <p>There are no entries in this part.</p>;
  return (
    <div class="scroll entry-table" tabIndex={0} role="region" aria-label={`Entries of ${matrix.summary.name} in view`}>
      <table>
        <caption>
          {cut
            ? `The first ${MOST} entries in view; zoom in for others`
            : values.length === 1
              ? 'The one entry in view'
              : `All ${values.length} entries in view`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="number">
              row
            </th>
            <th scope="col" class="number">
              column
            </th>
            <th scope="col" class="number">
              value
            </th>
          </tr>
        </thead>
        <tbody>
          {[...values].map((value, k) => (
            <tr key={`${rowIndex[k]},${colIndex[k]}`}>
              <td class="number">{grouped(rowIndex[k] ?? 0)}</td>
              <td class="number">{grouped(colIndex[k] ?? 0)}</td>
              <td class="number">{String(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The entries of a part as a table, asked for when it is opened. */
export function EntryTable(props: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>The entries in view as a table</summary>
      {isOpen && <Entries {...props} />}
    </details>
  );
}
