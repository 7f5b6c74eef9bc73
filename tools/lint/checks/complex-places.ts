import type { LintCheck, LintFinding } from '../check.ts';
import { parseJsonRecord } from '../json.ts';
import { lineAt } from '../syntax.ts';

const LIST = 'tools/lint/complex-places.json';
const DOCUMENT = 'docs/what-adding-touches.md';
const SOURCE = /^(?:packages|apps|examples|bench|tools)\/.*\.(?:ts|mts|mjs|js|cpp|h)$/u;
/** The record itself, tests, texts of kernels, and what is made of them. */
const BESIDES =
  /^packages\/core\/src\/data\/precision\.ts$|(?:^|\/)(?:test|mutants|assembly|js|kernels-native\/addon)\/|\.(?:test|generated)\./u;
const NAMED = /c64|c128|complex(?!it)|imaginary|conjugated/iu;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gmu;

/** The text with nothing in the place of comments, each line where it was. */
const withoutComments = (text: string): string =>
  text.replaceAll(COMMENT, (comment) => comment.replaceAll(/[^\n]/gu, ''));

/** A source that names complex numbers is listed with its reason, and the document says how many there are of each: what asks the record of precisions need not be. */
export const complexPlaces: LintCheck = {
  name: 'complex-places',
  run: ({ files }) => {
    const listed = Object.entries(parseJsonRecord(files.get(LIST) ?? '{}')).flatMap(([reason, places]) =>
      (places as readonly string[]).map((place) => ({ reason, place })),
    );
    const counts = new Map(listed.map(({ reason }) => [reason, 0]));
    const used = new Set<string>();
    const found: LintFinding[] = [];
    for (const [file, text] of files) {
      if (!SOURCE.test(file) || BESIDES.test(file)) continue;
      const code = withoutComments(text);
      const at = code.search(NAMED);
      if (at < 0) continue;
      const own = listed.find(({ place }) => (place.endsWith('/') ? `/${file}`.includes(`/${place}`) : file === place));
      const message = `names complex numbers: ask PRECISIONS, or list it with its reason in ${LIST}`;
      if (!own) found.push({ file, line: lineAt(code, at), message });
      else {
        used.add(own.place);
        counts.set(own.reason, (counts.get(own.reason) ?? 0) + 1);
      }
    }
    for (const { place } of listed)
      if (!used.has(place)) found.push({ file: LIST, message: `'${place}' names no complex numbers: take it out` });
    for (const [reason, count] of counts)
      if (!files.get(DOCUMENT)?.includes(`\n| ${reason} | ${count} |`))
        found.push({
          file: DOCUMENT,
          message: `does not say that ${count} sources name complex numbers for '${reason}'`,
        });
    return found;
  },
};
