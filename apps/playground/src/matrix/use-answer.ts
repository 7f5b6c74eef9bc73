import { useEffect, useMemo, useState } from 'preact/hooks';
import type { HeldMatrix } from './client.ts';
import { MatrixError } from './client.ts';
import { problemOf } from './problem.ts';
import type { MatrixFault, Requests } from './protocol.ts';

/** An answer of the worker, as far as it has come. */
export type Answered<T> =
  | { readonly status: 'waiting' }
  | { readonly status: 'answered'; readonly reply: T }
  | { readonly status: 'failed'; readonly problem: MatrixFault };

const WAITING = { status: 'waiting' } as const;

/** Asks a matrix once, and again when the matrix or the request changes. What was answered to another request is never given. */
export function useAnswer<K extends keyof Requests>(
  matrix: HeldMatrix,
  what: K,
  request: Requests[K][0],
): Answered<Requests[K][1]> {
  const asked = useMemo(() => ({ matrix, what, request }), [matrix, what, JSON.stringify(request)]);
  const [answer, setAnswer] = useState<{ readonly to: typeof asked; readonly is: Answered<Requests[K][1]> }>();
  useEffect(() => {
    let current = true;
    const tell = (is: Answered<Requests[K][1]>): void => {
      if (current) setAnswer({ to: asked, is });
    };
    matrix.ask(what, request).then(
      (reply) => tell({ status: 'answered', reply }),
      (error: unknown) =>
        tell({ status: 'failed', problem: error instanceof MatrixError ? error.problem : problemOf(error) }),
    );
    return () => {
      current = false;
    };
  }, [asked]);
  // Effects run after the drawing: the answer there is may be to what was asked before.
  return answer?.to === asked ? answer.is : WAITING;
}
