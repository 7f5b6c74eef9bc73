import type { FromInflater, ToInflater } from './protocol.ts';
import { PIECE, PIECES } from './protocol.ts';

type Send = (message: FromInflater, transfer?: readonly Transferable[]) => void;

/** What the worker does with its messages: unpacks gzip, no further ahead than there is room for. */
export function serveInflate(send: Send): (message: ToInflater) => void {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const waiting = { room: PIECES, wake: (): void => {} };

  async function hand(text: Uint8Array<ArrayBuffer>): Promise<void> {
    while (waiting.room === 0)
      await new Promise<void>((resolve) => {
        waiting.wake = resolve;
      });
    waiting.room--;
    send({ kind: 'text', text }, [text.buffer]);
  }

  async function unpack(): Promise<void> {
    const reader = readable.getReader();
    let piece = new Uint8Array(PIECE);
    let filled = 0;
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let from = 0; from < next.value.length;) {
        const part = next.value.subarray(from, from + PIECE - filled);
        piece.set(part, filled);
        filled += part.length;
        from += part.length;
        if (filled < PIECE) continue;
        await hand(piece);
        piece = new Uint8Array(PIECE);
        filled = 0;
      }
    }
    if (filled > 0) await hand(piece.slice(0, filled));
    send({ kind: 'done' });
  }

  unpack().catch((error: unknown) => send({ kind: 'failed', message: error instanceof Error ? error.message : '' }));
  // What is wrong with the bytes is told by `unpack`.
  const ignore = (): void => {};
  return (message) => {
    if (message.kind === 'room') {
      waiting.room++;
      waiting.wake();
    } else if (message.kind === 'end') writer.close().catch(ignore);
    else
      writer
        .write(message.bytes as Uint8Array<ArrayBuffer>)
        .then(() => send({ kind: 'fed' }))
        .catch(ignore);
  };
}
