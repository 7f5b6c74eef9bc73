/** A source whose first bytes were looked at. */
export interface Peeked {
  /** At least the bytes asked for, unless the source is shorter. */
  readonly head: Uint8Array;
  /** Everything, the head included. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The source is over: `head` is all there is. */
  readonly ended: boolean;
}

async function* joined(head: Uint8Array, rest: AsyncIterator<Uint8Array, unknown>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (;;) {
      const step = await rest.next();
      if (step.done === true) return;
      yield step.value;
    }
  } finally {
    await rest.return?.();
  }
}

/** The first `count` bytes of a source, without taking them from it. Chunks need only be valid until the next is asked for. */
export async function peek(chunks: AsyncIterable<Uint8Array>, count: number): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array(0);
  let ended = false;
  while (head.length < count && !ended) {
    const step = await iterator.next();
    if (step.done === true) ended = true;
    else if (head.length === 0) head = step.value.length < count ? step.value.slice() : step.value;
    else {
      const both = new Uint8Array(head.length + step.value.length);
      both.set(head);
      both.set(step.value, head.length);
      head = both;
    }
  }
  return { head, chunks: joined(head, iterator), ended };
}
