import type { JSX } from 'preact';
import type { ErrorPlace, MatrixFault } from '../matrix/protocol.ts';

interface Props {
  readonly name: string;
  readonly problem: MatrixFault;
  onClose(): void;
  onAssume(banner: string): void;
}

/** Lines of the file with the place at fault marked under its line. */
function Excerpt({ line, column, lines }: ErrorPlace): JSX.Element {
  const width = String(Math.max(...lines.map((each) => each.line))).length;
  return (
    <figure class="excerpt">
      <figcaption>
        Line {line}, column {column} of the file
      </figcaption>
      <pre tabIndex={0}>
        {lines.map((each) => (
          <span key={each.line} class={each.line === line ? 'at-fault' : ''}>
            <span class="line-number">{String(each.line).padStart(width)} │ </span>
            {each.offset > 0 ? '…' : ''}
            {each.text}
            {'\n'}
            {each.line === line && (
              <span class="caret" aria-hidden="true">
                {' '.repeat(width + 3 + column - 1 - each.offset + (each.offset > 0 ? 1 : 0))}▲{'\n'}
              </span>
            )}
          </span>
        ))}
      </pre>
    </figure>
  );
}

/** Where the list of errors, which is beside the page, tells of a code. */
function errorPage(code: string): string {
  return `errors/index.html#${code}`;
}

/** Why there is no matrix, where in its file, and what to do. */
export function ProblemView({ name, problem, onClose, onAssume }: Props): JSX.Element {
  const { code, message, fix, place, banner } = problem;
  return (
    <div class="slot problem" role="alert">
      <h2 class="matrix-name">{name}</h2>
      <p>{message}</p>
      {place && place.lines.length > 0 && <Excerpt {...place} />}
      {fix !== undefined && <p class="fix">{fix}</p>}
      <p class="quiet">
        <a href={errorPage(code)}>{code}</a>
      </p>
      <div class="actions">
        {banner !== undefined && (
          <button type="button" class="primary" onClick={() => onAssume(banner)}>
            Read it as {banner.replace(/^%%MatrixMarket /u, '')}
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  );
}
