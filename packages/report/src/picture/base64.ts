const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Bytes as text of RFC 4648, as a data URL holds them. */
export function base64(bytes: Uint8Array): string {
  let text = '';
  for (let b = 0; b < bytes.length; b += 3) {
    const group = ((bytes[b] ?? 0) << 16) | ((bytes[b + 1] ?? 0) << 8) | (bytes[b + 2] ?? 0);
    for (let digit = 0; digit < 4; digit++)
      text += b + digit > bytes.length ? '=' : DIGITS.charAt((group >> (18 - 6 * digit)) & 63);
  }
  return text;
}
