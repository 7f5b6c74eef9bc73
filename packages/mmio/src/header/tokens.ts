/** A word of a line and its column, counted from 1. */
export interface Token {
  readonly text: string;
  readonly column: number;
}

/** The words of a line, split at blanks, tabs and carriage returns. At most `limit` of them. */
export function tokenize(line: string, limit = 16): readonly Token[] {
  const tokens: Token[] = [];
  const word = /[^ \t\r\v\f]+/g;
  for (let match = word.exec(line); match !== null && tokens.length < limit; match = word.exec(line)) {
    tokens.push({ text: match[0], column: match.index + 1 });
  }
  return tokens;
}
