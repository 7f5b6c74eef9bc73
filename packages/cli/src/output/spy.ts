import { deflateSync } from 'node:zlib';
import type { AnyCoo } from '@spmv/core';
import { greyPng, shades, spyCounts } from '@spmv/report';

const LONGEST_SIDE = 800;
const FRAME = 128;

/** A picture of where the entries are, with a frame of one pixel: white background, darker where more of them fall on a pixel. */
export function spyPng(coo: AnyCoo): Uint8Array {
  const { width, height, counts } = spyCounts(coo, LONGEST_SIDE);
  const pixels = shades(counts);
  const framed = new Uint8Array((width + 2) * (height + 2)).fill(FRAME);
  for (let r = 0; r < height; r++) framed.set(pixels.subarray(r * width, (r + 1) * width), (r + 1) * (width + 2) + 1);
  return greyPng(width + 2, height + 2, framed, (bytes) => deflateSync(bytes));
}
