import { INFLATE_BYTES, INFLATED, type Inflater } from '../wasm/inflater.ts';
import { gzipHeader } from './gzip-header.ts';

/** gzip by the WebAssembly inflater: one member, nothing after it. A chunk of text is valid until the next is asked for. */
export async function* inflateWasm(chunks: AsyncIterable<Uint8Array>, inflater: Inflater): AsyncGenerator<Uint8Array> {
  const { input } = inflater;
  const header = gzipHeader();
  let inHeader = header.next().done !== true;
  let held = 0;
  let isDone = false;

  function* textOf(hasAll: boolean): Generator<Uint8Array> {
    for (;;) {
      const ended = inflater.inflate(held, hasAll);
      input.copyWithin(0, inflater.used(), held);
      held -= inflater.used();
      const text = inflater.text();
      if (text.length > 0) yield text;
      const wrong = inflater.wrong(ended);
      if (wrong !== undefined) throw new Error(wrong);
      isDone = ended === INFLATED.done;
      if (ended !== INFLATED.full) return;
    }
  }

  for await (const chunk of chunks) {
    let at = 0;
    while (inHeader && at < chunk.length) inHeader = header.next(chunk[at++] as number).done !== true;
    while (at < chunk.length) {
      if (isDone) throw new Error('something follows it');
      const piece = chunk.subarray(at, at + INFLATE_BYTES - held);
      input.set(piece, held);
      held += piece.length;
      at += piece.length;
      yield* textOf(false);
    }
  }
  if (inHeader) throw new Error('it ends inside its header');
  if (!isDone) yield* textOf(true);
  if (held > 0) throw new Error('something follows it');
}
