import { visibleWidth } from './wrap.ts';

/** What a command begins with that somebody is told to run. */
const PROGRAMS: ReadonlySet<string> = new Set(
  'spmv npm npx pnpm node git apt-get apt sudo export ulimit iconv gunzip gzip tar curl'.split(' '),
);
/** Words that no command goes on with in a sentence. */
const BETWEEN: ReadonlySet<string> = new Set(
  'a again also an and are as at because before beside but by does for from has if in instead into is it its lists needs on once or says shows so that the then there to until where which while with without'.split(
    ' ',
  ),
);
/** Lines after the first are indented by this: more than what to do is. */
const INDENT = 4;

/** Whether a sentence may go on after this word without the command before it. */
function endsPart(word: string): boolean {
  return /[.,;:)]$/u.test(word);
}

/** Words, commands and what stands in quotes: what is copied stays on one line. */
function pieces(line: string): readonly string[] {
  const words = line.split(' ').filter((word) => word !== '');
  const found: string[] = [];
  for (let w = 0; w < words.length;) {
    let end = w + 1;
    const first = words[w] as string;
    const quote = /^[(]?(['"`])/u.exec(first)?.[1];
    if (PROGRAMS.has(first.replace(/^[('"`]+/u, ''))) {
      while (end < words.length && !endsPart(words[end - 1] as string) && !BETWEEN.has(words[end] as string)) end++;
    } else if (quote !== undefined && first.lastIndexOf(quote) === first.indexOf(quote)) {
      const close = words.findIndex((word, at) => at > w && word.includes(quote));
      if (close > 0) end = close + 1;
    }
    found.push(words.slice(w, end).join(' '));
    w = end;
  }
  return found;
}

function wrappedLine(line: string, width: number): string {
  if (visibleWidth(line) <= width) return line;
  const [lead = ''] = /^ */u.exec(line) ?? [];
  const lines: string[] = [];
  let current = lead;
  let isEmpty = true;
  for (const piece of pieces(line)) {
    if (!isEmpty && visibleWidth(current) + 1 + visibleWidth(piece) > width) {
      lines.push(current);
      current = ' '.repeat(INDENT);
      isEmpty = true;
    }
    current += isEmpty ? piece : ` ${piece}`;
    isEmpty = false;
  }
  return [...lines, current].join('\n');
}

/** A remark or an error of so many columns. Paths, addresses and commands are not broken, however long: they are there to be copied. */
export function wrapRemark(text: string, width: number): string {
  return text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n');
}
