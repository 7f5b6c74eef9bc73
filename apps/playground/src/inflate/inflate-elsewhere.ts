import type { Inflate } from '@spmv/mmio';
import { MatrixError } from '../matrix/matrix-error.ts';
import type { FromInflater, ToInflater } from './protocol.ts';
import { PARTS } from './protocol.ts';

/** A worker that does what `serveInflate` says. */
export interface Inflater {
  listen(on: { message(data: FromInflater): void; error(event: { readonly message?: string }): void }): void;
  send(message: ToInflater, transfer: Transferable[]): void;
  end(): void;
}

/** What came from the worker and was not taken yet. */
interface Arrived {
  readonly messages: (FromInflater | Error)[];
  /** Parts that were sent and not taken in. */
  unfed: number;
  stopped: boolean;
  wakeReader(): void;
  wakeFeeder(): void;
}

function lost({ message }: { readonly message?: string }): MatrixError {
  return new MatrixError({
    code: 'PAGE.WORKER_LOST',
    message: `The worker that unpacks gzip has ended${message ? ` (${message})` : ''}.`,
    fix: 'Reload the page: its files may have changed since it was opened.',
  });
}

/** Sends the parts, as many at once as may be on their way. */
async function feed(worker: Inflater, arrived: Arrived, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of chunks) {
    while (arrived.unfed >= PARTS && !arrived.stopped)
      await new Promise<void>((resolve) => {
        arrived.wakeFeeder = resolve;
      });
    if (arrived.stopped) return;
    arrived.unfed++;
    // A copy: who gave the chunk may still look at it.
    const bytes = new Uint8Array(chunk);
    worker.send({ kind: 'bytes', bytes }, [bytes.buffer]);
  }
  worker.send({ kind: 'end' }, []);
}

/**
 * Unpacks gzip in a worker of its own, so that what is unpacked is parsed meanwhile. The worker is ended with the last piece, or where reading stops.
 * Errors: what the engine says of damaged bytes, `PAGE.WORKER_LOST`, those of `chunks`.
 */
export function inflateElsewhere(open: () => Inflater): Inflate {
  return async function* unpacked(chunks) {
    const worker = open();
    const arrived: Arrived = { messages: [], unfed: 0, stopped: false, wakeReader: () => {}, wakeFeeder: () => {} };
    const arrive = (message: FromInflater | Error): void => {
      arrived.messages.push(message);
      arrived.wakeReader();
    };
    worker.listen({
      error: (event) => arrive(lost(event)),
      message(data) {
        if (data.kind !== 'fed') return arrive(data);
        arrived.unfed--;
        arrived.wakeFeeder();
      },
    });
    const feeding = feed(worker, arrived, chunks).catch((error: unknown) =>
      arrive(error instanceof Error ? error : new Error(String(error))),
    );
    try {
      for (;;) {
        const message = arrived.messages.shift();
        if (message === undefined)
          await new Promise<void>((resolve) => {
            arrived.wakeReader = resolve;
          });
        else if (message instanceof Error) throw message;
        else if (message.kind === 'failed') throw new Error(message.message);
        else if (message.kind === 'done') return;
        else if (message.kind === 'text') {
          worker.send({ kind: 'room' }, []);
          yield message.text;
        }
      }
    } finally {
      arrived.stopped = true;
      worker.end();
      arrived.wakeFeeder();
      await feeding;
    }
  };
}

/** The worker of the page. */
export function openInflater(): Inflater {
  const worker = new Worker(new URL('./inflate-worker.ts', import.meta.url), { type: 'module', name: 'inflate' });
  return {
    listen(on) {
      worker.addEventListener('message', ({ data }: MessageEvent<FromInflater>) => on.message(data));
      worker.addEventListener('error', on.error);
    },
    send: (message, transfer) => worker.postMessage(message, transfer),
    end: () => worker.terminate(),
  };
}
