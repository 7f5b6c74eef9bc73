/** What types of files are told by. */
export const HEAD_BYTES = 512;

/** Matrix Market text, what is packed by gzip, and archives; all other types have marks of their own. */
export function isMatrixMarket(head: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(head);
  return /^(?:ï»¿)?\s*%/u.test(text) || text.startsWith('\u001F\u008B') || text.startsWith('ustar', 257);
}
