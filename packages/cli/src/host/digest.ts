import { createHash } from 'node:crypto';

/** The first 16 hexadecimal digits of the SHA-256 of these pieces, one after the other. */
export function digest(pieces: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('hex').slice(0, 16);
}
