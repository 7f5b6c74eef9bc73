import { CliError } from '../cli-error.ts';
import type { BackendSession } from '../session/session.ts';
import { EXIT } from '../exit-codes.ts';

/** Ends a command that has no backend at all to run on. Errors: unavailable, with what each one lacks. */
export function requireBackend({ backends, selection, installation }: BackendSession): void {
  if (backends.open.length > 0) return;
  if (selection.backends) {
    const [first] = backends.closed;
    const all = backends.closed.map(({ id, reason }) => `backend '${id}': ${reason}`).join(' ');
    throw new CliError(
      EXIT.unavailable,
      `There is no backend to run on: ${all}`,
      first?.fix ?? 'Choose another backend.',
    );
  }
  const unusable = [
    ...backends.closed,
    ...installation.unusable.map(({ candidate, problem }) => ({ id: candidate.name, reason: problem.reason })),
  ];
  const why = unusable.length === 0 ? '' : ` (${unusable.map(({ id, reason }) => `${id}: ${reason}`).join(' ')})`;
  throw new CliError(
    EXIT.unavailable,
    `No backend is installed, so there is nothing to run on${why}.`,
    'Run: npm install @spmv/backend-serial. It needs only Node. spmv backends lists the others.',
  );
}
