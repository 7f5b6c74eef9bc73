import type { CooMatrix } from '@spmv/core';
import { useEffect, useState } from 'preact/hooks';
import type { FormatParams } from './taught.ts';
import type { TraceOrder, TraceReply } from './trace-window.ts';

/** A trace, as far as it has come. */
export type Tracing = (TraceReply & { /** What it is of. */ readonly kernel: string }) | { readonly status: 'waiting' };

const WAITING = { status: 'waiting' } as const;

/** Traces in a worker of its own, which ends with the panel or with the next order. */
export function useTrace(coo: CooMatrix | undefined, kernel: string, params: FormatParams): Tracing {
  const [tracing, setTracing] = useState<Tracing>(WAITING);
  useEffect(() => {
    setTracing(WAITING);
    if (!coo) return undefined;
    const failed = (why: string): void =>
      setTracing({ status: 'failed', kernel, message: `The worker that runs the kernel has ended: ${why}.` });
    let worker: Worker;
    try {
      worker = new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module', name: 'trace' });
    } catch (error) {
      return failed(String(error));
    }
    worker.addEventListener('message', ({ data }: MessageEvent<TraceReply>) => setTracing({ ...data, kernel }));
    worker.addEventListener('error', (event) => failed(event.message || 'it could not be loaded'));
    const order: TraceOrder = { kernel, coo, params, folder: new URL('ptx/', document.baseURI).href };
    worker.postMessage(order);
    return () => worker.terminate();
  }, [coo, kernel, params]);
  return tracing;
}
