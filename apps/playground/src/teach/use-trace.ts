import type { CooMatrix } from '@spmv/core';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FormatParams } from './taught.ts';
import type { TraceOrder, TraceReply } from './trace-window.ts';

/** A trace, as far as it has come. */
export type Tracing = TraceReply | { readonly status: 'waiting' };

const WAITING = { status: 'waiting' } as const;

/** Traces in a worker of its own, which ends with the panel or with the next order. A trace of another order is never given. */
export function useTrace(coo: CooMatrix | undefined, kernel: string, params: FormatParams): Tracing {
  const asked = useMemo(() => coo && { kernel, coo, params }, [coo, kernel, params]);
  const [tracing, setTracing] = useState<{ readonly of: typeof asked; readonly is: TraceReply }>();
  useEffect(() => {
    if (!asked) return undefined;
    const tell = (is: TraceReply): void => setTracing({ of: asked, is });
    const failed = (why: string): void =>
      tell({ status: 'failed', message: `The worker that runs the kernel has ended: ${why}.` });
    let worker: Worker;
    try {
      worker = new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module', name: 'trace' });
    } catch (error) {
      return failed(String(error));
    }
    worker.addEventListener('message', ({ data }: MessageEvent<TraceReply>) => tell(data));
    worker.addEventListener('error', (event) => failed(event.message || 'it could not be loaded'));
    const order: TraceOrder = { ...asked, folder: new URL('ptx/', document.baseURI).href };
    worker.postMessage(order);
    return () => worker.terminate();
  }, [asked]);
  return asked && tracing?.of === asked ? tracing.is : WAITING;
}
