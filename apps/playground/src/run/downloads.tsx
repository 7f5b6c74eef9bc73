import type { RunEnd } from '@spmv/engine';
import type { Kept } from '@spmv/engine/keeper';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly kept: Kept;
  readonly ending: RunEnd;
  /** Of the matrix: begins the names of files. */
  readonly name: string;
}

function save(text: string, name: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A name that every system takes as that of a file. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w.-]+/gu, '-').slice(0, 80);
}

/** Buttons that write what was measured as the command would. */
export function Downloads(props: Props): JSX.Element {
  const [problem, setProblem] = useState('');
  // Named by a module of its own, so that the rest of the engine is no part of the page.
  const textOf = async (kind: 'json' | 'html'): Promise<string> =>
    (await import('./run-text.ts')).runText(kind, props.kept, props.ending);
  const write = (kind: 'json' | 'html'): void => {
    setProblem('');
    textOf(kind).then(
      (text) => save(text, `bench-${fileName(props.name)}.${kind}`, kind === 'json' ? 'application/json' : 'text/html'),
      (error: unknown) => setProblem(String(error)),
    );
  };
  return (
    <div class="downloads">
      <button type="button" onClick={() => write('html')}>
        Download the report (HTML)
      </button>
      <button type="button" onClick={() => write('json')}>
        Download the results (JSON)
      </button>
      <p class="quiet">
        As <code>spmv bench --report</code> and <code>--json</code> write them: <code>spmv report</code> and{' '}
        <code>spmv compare</code> open both.
      </p>
      {problem !== '' && <p role="alert">The file could not be written: {problem}</p>}
    </div>
  );
}
