import type { JSX } from 'preact';

const STEPS: readonly (readonly [title: string, text: string])[] = [
  ['See', 'where the entries are, how long the rows, and what each of fifteen formats stores.'],
  ['Run', 'every kernel here, checked and timed, and read which to use.'],
  ['Learn', 'why: step through a kernel lane by lane, and count what memory moves.'],
];

/** What a person does here, in the order of the tabs. */
export function Steps(): JSX.Element {
  return (
    <ol class="what">
      {STEPS.map(([title, text]) => (
        <li key={title}>
          <strong>{title}</strong> {text}
        </li>
      ))}
    </ol>
  );
}
