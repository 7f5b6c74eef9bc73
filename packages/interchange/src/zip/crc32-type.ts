/** Checksum of a stream of bytes as ZIP uses it, from that of what came before. */
export type Crc32 = (bytes: Uint8Array, before?: number) => number;
