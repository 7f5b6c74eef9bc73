import { createGunzip, type Gunzip } from 'node:zlib';

/** Hands a chunk over and waits until it is used up, because its memory may be used again. */
function feed(gunzip: Gunzip, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const closed = (): void => resolve();
    gunzip.once('close', closed);
    gunzip.write(chunk, (error) => {
      gunzip.off('close', closed);
      if (error) reject(error);
      else resolve();
    });
  });
}

/** gzip by node:zlib, which inflates in its own thread while the chunk before is parsed. */
export async function* inflateNode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  const feeding = (async () => {
    try {
      for await (const chunk of chunks) {
        if (gunzip.destroyed) return;
        await feed(gunzip, chunk);
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error as Error);
    }
  })();
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } finally {
    gunzip.destroy();
    await feeding;
  }
}
