import type { LintCheck } from '../check.ts';
import { lineAt } from '../syntax.ts';

/** Things that are true of one machine only, and so wrong in a repository that others clone. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/(?<![\w.$}*-])\/(?:home|Users|root|work)\/[\w.-]+/gu, 'a path of one machine'],
  [/\.\.\/shared\b/gu, 'a folder outside the repository'],
  [/[A-Z]:\\Users\\/gu, 'a path of one machine'],
];

const EXEMPT = /^tools\/(?:lint\/checks\/forbidden-words\.ts|test\/.*)$|^pnpm-lock\.yaml$/u;

/** No file names a path of the machine it was written on. */
export const forbiddenWords: LintCheck = {
  name: 'forbidden-words',
  run: (workspace) =>
    [...workspace.files].flatMap(([file, text]) =>
      EXEMPT.test(file)
        ? []
        : FORBIDDEN.flatMap(([pattern, what]) =>
            [...text.matchAll(pattern)].map((match) => ({
              file,
              line: lineAt(text, match.index),
              message: `'${match[0]}' is ${what}`,
            })),
          ),
    ),
};
