import { significant } from '@spmv/engine/basics';
import type { SolveResult } from '@spmv/solvers';
import type { Terminal } from '../../output/terminal.ts';
import { bar } from '../../output/wrap.ts';

/** Most lines of a curve. */
const LINES = 24;
/** Columns of what is before a bar. */
const LEFT = 24;

/** The residual at checks, one line each, with a bar as long as there are powers of ten above the smallest. */
export function historyText(terminal: Terminal, { history, tolerance }: SolveResult): string {
  const step = Math.max(1, Math.ceil(history.length / LINES));
  const shown = history.filter((_, at) => at % step === 0 || at === history.length - 1);
  const sizes = [tolerance, ...shown.map(({ residual }) => residual)].filter((size) => size > 0 && size < Infinity);
  const [least, most] = [Math.log10(Math.min(...sizes)), Math.log10(Math.max(...sizes))];
  const width = Math.min(50, terminal.width - LEFT - 1);
  const lines = shown.map(({ iteration, residual }) => {
    const share = residual > 0 && most > least ? (Math.log10(residual) - least) / (most - least) : 0;
    return `${String(iteration).padStart(10)}  ${significant(residual).padStart(10)}  ${bar(share, width)}`.trimEnd();
  });
  return [`${'iteration'.padStart(10)}  ${'residual'.padStart(10)}`, ...lines].join('\n');
}
