import { syntaxError } from '../trace-error.ts';

/** A word, number, text or sign of PTX. */
export interface PtxToken {
  readonly text: string;
  readonly line: number;
}

const SPACE = /(?:[ \t\r]|\/\/[^\n]*)+/y;
const WORD =
  /(?:[%$_A-Za-z.][\w$%]*(?:(?:\.|::)[\w$%]+)*|-?0[xX][0-9a-fA-F]+U?|0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}|-?\d+(?:\.\d+)?U?|"[^"\n]*"|[-+@!(){}[\],;:|<>=])/y;

/** The tokens of PTX, without comments. `firstLine` is the number of its first line. Errors: `TRACE.SYNTAX`. */
export function tokensOf(text: string, firstLine = 1): readonly PtxToken[] {
  const tokens: PtxToken[] = [];
  let line = firstLine;
  for (let at = 0; at < text.length;) {
    if (text[at] === '\n') {
      line++;
      at++;
      continue;
    }
    SPACE.lastIndex = at;
    if (SPACE.test(text)) {
      at = SPACE.lastIndex;
      continue;
    }
    WORD.lastIndex = at;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) throw syntaxError(line, `'${text.slice(at, at + 12).split('\n')[0]}' is not understood`);
    tokens.push({ text: word, line });
    at = WORD.lastIndex;
  }
  return tokens;
}
