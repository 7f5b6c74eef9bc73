import { basename } from 'node:path';
import type { SourceLine } from './source-lines.ts';

/** The texts of a kernel for WebGPU, by their paths. */
export type WgslTexts = ReadonlyMap<string, string>;

interface ReadLine extends SourceLine {
  readonly words: ReadonlySet<string>;
  /** Arrays that it reads, and `finishRow` where it stores. */
  readonly touched: ReadonlySet<string>;
}

const TOUCHED = /(\w+)(?=\[)|finishRow(?=\()/gu;

/** Names in a line and numbers that are added, without components of vectors; x has another name in CUDA once it may be read. */
function wordsOf(text: string): ReadonlySet<string> {
  const words = text.replaceAll(/\.[xyzw]\b/gu, '').match(/[A-Za-z]\w*|(?<=\+ )\d+/gu) ?? [];
  return new Set(words.map((word) => (word === 'operand' ? 'x' : word)));
}

/** Share of the names of either that both have. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((name) => other.has(name)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

function linesOf(texts: WgslTexts): readonly ReadLine[] {
  const local = new Set([...texts.values()].flatMap((all) => all.match(/(?<=\b(?:let|var) )\w+/gu) ?? []));
  return [...texts].flatMap(([path, all]) =>
    all.split('\n').flatMap((line, k) => {
      const text = line.trim();
      const touched = new Set(
        (text.startsWith('//') ? [] : (text.match(TOUCHED) ?? [])).filter((name) => !local.has(name)),
      );
      return touched.size === 0 ? [] : { place: `${basename(path)}:${k + 1}`, text, touched, words: wordsOf(text) };
    }),
  );
}

/** Lines of CUDA with that line of WGSL that touches most of the same arrays, the one in most like words among several; none where it touches none of them. */
export function withWgslLines(sources: readonly SourceLine[], texts: WgslTexts): readonly SourceLine[] {
  const lines = linesOf(texts);
  const known = new Set(lines.flatMap(({ touched }) => [...touched]));
  return sources.map((source) => {
    const words = wordsOf(source.text);
    const touched = new Set([...words].filter((word) => known.has(word)));
    const like = ({ touched: there }: ReadLine): number => likeness(touched, there);
    const [best] = lines
      .filter((line) => like(line) > 0)
      .sort((a, b) => like(b) - like(a) || likeness(words, b.words) - likeness(words, a.words));
    return best ? { ...source, wgsl: { place: best.place, text: best.text } } : source;
  });
}
