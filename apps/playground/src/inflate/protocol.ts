/** To the worker that unpacks: compressed bytes, their end, or room for one more piece of text. */
export type ToInflater =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'end' }
  | { readonly kind: 'room' };

/** From it: bytes were taken in, a piece of text, its end, or what is wrong with the bytes. */
export type FromInflater =
  | { readonly kind: 'fed' }
  | { readonly kind: 'text'; readonly text: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly message: string };

/** Bytes of a piece of text. */
export const PIECE = 1 << 18;
/** Pieces of text that may be on their way: so much is unpacked ahead of who reads it, and no more. */
export const PIECES = 16;
/** Parts of compressed bytes that may be on their way. */
export const PARTS = 4;
