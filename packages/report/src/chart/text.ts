const NARROW = /[ilj|!.,:;'’`()[\]{}tfrI1 /\\-]/u;
const WIDE = /[mwMW@%&—→=+<>#~×]/u;
const CAPITAL = /\p{Lu}|[0-9_$?ωµ]/u;
/** As wide as high: Chinese, Japanese, Korean, pictures. */
const SQUARE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFFE6]|\p{Extended_Pictographic}/u;
const NOTHING = /\p{M}|\p{Cf}/u;

/** About how wide a text is in a sans-serif font of this size; rather more than less. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const character of text)
    em += NOTHING.test(character)
      ? 0
      : SQUARE.test(character)
        ? 1.05
        : NARROW.test(character)
          ? 0.42
          : WIDE.test(character)
            ? 0.98
            : CAPITAL.test(character)
              ? 0.68
              : 0.63;
  return em * size;
}

/** A text that is no wider than `room`: its middle gives way to “…”, for names often differ at their ends. */
export function fitted(text: string, size: number, room: number): string {
  if (textWidth(text, size) <= room) return text;
  const characters = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
  const shortened = (kept: number): string => {
    const head = Math.ceil(kept * 0.6);
    return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (kept - head)).join('')}`;
  };
  let kept = characters.length - 1;
  while (kept > 1 && textWidth(shortened(kept), size) > room) kept--;
  return shortened(kept);
}

/** Lines no wider than `room`. */
export function wrapped(text: string, size: number, room: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && textWidth(`${line} ${word}`, size) <= room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(fitted(word, size, room));
  }
  return lines;
}
