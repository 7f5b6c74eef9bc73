import { zlibRuns } from './zlib.ts';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** The remainder of a byte in the checksum of PNG. */
const REMAINDERS: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (REMAINDERS[(sum ^ byte) & 255] as number) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  for (let c = 0; c < 4; c++) bytes[4 + c] = type.charCodeAt(c);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/** A grey PNG, 8 bits a pixel, rows from the top. `zlib` compresses, where there is a better way than by runs. */
export function greyPng(
  width: number,
  height: number,
  pixels: Uint8Array,
  zlib: (bytes: Uint8Array) => Uint8Array = zlibRuns,
): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 0, 0, 0, 0], 8);
  const scanlines = new Uint8Array((width + 1) * height);
  for (let r = 0; r < height; r++) scanlines.set(pixels.subarray(r * width, (r + 1) * width), r * (width + 1) + 1);
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', zlib(scanlines)),
    chunk('IEND', new Uint8Array(0)),
  ];
  const png = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let from = 0;
  for (const part of parts) {
    png.set(part, from);
    from += part.length;
  }
  return png;
}
