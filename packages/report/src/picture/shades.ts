/** Grey of a pixel with a single entry of many possible ones: still to be seen. */
const FAINTEST = 200;

/** Greys of counts: white where nothing is, darker where there is more. */
export function shades(counts: ArrayLike<number>): Uint8Array {
  let most = 0;
  for (let p = 0; p < counts.length; p++) most = Math.max(most, counts[p] as number);
  return Uint8Array.from(counts, (count) =>
    count > 0 ? Math.round(FAINTEST * (1 - (most > 0 ? Math.sqrt(count / most) : 0))) : 255,
  );
}
