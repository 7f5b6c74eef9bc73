import { useEffect, useRef, useState } from 'preact/hooks';
import type { HeldMatrix } from '../matrix/client.ts';
import { MatrixError } from '../matrix/client.ts';
import { problemOf } from '../matrix/problem.ts';
import type { MatrixFault } from '../matrix/protocol.ts';
import type { ProductFacts, ProductRow } from './multiply.ts';
import type { FromProductWorker, ToProductWorker } from './protocol.ts';

/** A product, as far as it has come. */
export type ProductState =
  | { readonly status: 'waiting' }
  | { readonly status: 'multiplied'; readonly facts: ProductFacts; readonly row: ProductRow | undefined }
  | { readonly status: 'failed'; readonly problem: MatrixFault };

const WAITING = { status: 'waiting' } as const;

function lost(said: string): MatrixFault {
  return {
    code: 'PAGE.WORKER_LOST',
    message: `The worker that multiplied has ended${said === '' ? '' : ` (${said})`}: most likely it asked for more memory than this browser gives.`,
    fix: 'Use a smaller matrix, or the package spmv, which has the memory of the machine.',
  };
}

/** Multiplies A by B, or by its transpose, in a worker of its own, which ends with the panel or with other matrices, and asks it about a row. */
export function useProduct(A: HeldMatrix, B: HeldMatrix, isTransposed: boolean, row: number): ProductState {
  const [state, setState] = useState<ProductState>(WAITING);
  const worker = useRef<Worker>(undefined);
  const post = (message: ToProductWorker): void => worker.current?.postMessage(message);
  useEffect(() => {
    let current = true;
    const fail = (problem: MatrixFault): void => {
      if (current) setState({ status: 'failed', problem });
    };
    const receive = (message: FromProductWorker): void => {
      if (!current) return;
      if (message.kind === 'failed') return fail(message.problem);
      if (message.kind === 'multiplied')
        return setState({ status: 'multiplied', facts: message.facts, row: undefined });
      setState((now) => (now.status === 'multiplied' ? { ...now, row: message.row } : now));
    };
    setState(WAITING);
    const begin = async (): Promise<void> => {
      try {
        const [left, right] = await Promise.all([A.ask('coo', null), B.ask('coo', null)]);
        if (!current) return;
        const made = new Worker(new URL('./product-worker.ts', import.meta.url), { type: 'module', name: 'product' });
        worker.current = made;
        made.addEventListener('message', ({ data }: MessageEvent<FromProductWorker>) => receive(data));
        made.addEventListener('error', (event) => fail(lost(event.message ?? '')));
        post({ kind: 'multiply', A: left, B: right, isTransposed });
      } catch (error) {
        fail(error instanceof MatrixError ? error.problem : problemOf(error));
      }
    };
    void begin();
    return () => {
      current = false;
      worker.current?.terminate();
      worker.current = undefined;
    };
  }, [A, B, isTransposed]);
  const isThere = state.status === 'multiplied';
  useEffect(() => {
    if (isThere && row >= 0) post({ kind: 'row', row });
  }, [isThere, row]);
  return state;
}
