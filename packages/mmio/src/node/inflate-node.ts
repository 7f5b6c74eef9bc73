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

/** gzip by node:zlib, which inflates in its own thread while the chunk before is parsed: several members, and zeros after the last. */
export async function* inflateNode(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  let wanted = true;
  let fed = 0;
  const feeding = (async () => {
    try {
      for await (const chunk of chunks) {
        if (!wanted || gunzip.errored) return;
        // zlib takes no more after a zero behind a member, and says nothing of what it leaves.
        if (gunzip.bytesWritten >= fed && !gunzip.destroyed) await feed(gunzip, chunk);
        const left = chunk.subarray(Math.max(0, gunzip.bytesWritten - fed));
        fed += chunk.length;
        if (wanted && !gunzip.errored && left.some((byte) => byte !== 0)) throw new Error('other bytes follow its end');
      }
      gunzip.end();
    } catch (error) {
      gunzip.destroy(error as Error);
      return { error };
    }
    return undefined;
  })();
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
    const failed = await feeding;
    if (failed) throw failed.error;
  } finally {
    wanted = false;
    gunzip.destroy();
    await feeding;
  }
}
