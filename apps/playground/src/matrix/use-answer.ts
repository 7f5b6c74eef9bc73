import { useEffect, useState } from 'preact/hooks';
import type { HeldMatrix } from './client.ts';
import { MatrixError } from './client.ts';
import { problemOf } from './problem.ts';
import type { MatrixProblem, Requests } from './protocol.ts';

/** An answer of the worker, as far as it has come. */
export type Answered<T> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly reply: T }
  | { readonly status: 'failed'; readonly problem: MatrixProblem };

const WAITING = { status: 'waiting' } as const;

/** Asks a matrix once, and again when the matrix or the request changes. */
export function useAnswer<K extends keyof Requests>(
  matrix: HeldMatrix,
  what: K,
  request: Requests[K][0],
): Answered<Requests[K][1]> {
  const [answer, setAnswer] = useState<Answered<Requests[K][1]>>(WAITING);
  const key = JSON.stringify(request);
  useEffect(() => {
    let current = true;
    setAnswer(WAITING);
    matrix.ask(what, request).then(
      (reply) => current && setAnswer({ status: 'answered', reply }),
      (error: unknown) =>
        current &&
        setAnswer({ status: 'failed', problem: error instanceof MatrixError ? error.problem : problemOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [matrix, what, key]);
  return answer;
}
