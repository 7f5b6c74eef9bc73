import type { LintCheck, LintFinding } from '../check.ts';
import { publicExportsOf, publishedIn, type PublicExport } from '../public-exports.ts';
import type { Workspace } from '../workspace.ts';

const GLOSSARY = 'docs/glossary.md';
/** A row below the heading of words that are not used, with the one that is. */
const ROW = /^\| (?<not>\w+(?:, \w+)*) \| (?<but>.+) \|$/gmu;
const HEADING = '\n| not | but |\n';
const TYPES = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration']);

/** The words of a name: `takeFour`, `TAKE_FOUR` → take, four. */
const wordsOf = (name: string): readonly string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, ' ')
    .toLowerCase()
    .split(/[ _]/u);

/** One word has one meaning: a type's name is declared in one published package, and no exported name has a word that the glossary replaces. */
export const publicNames: LintCheck = {
  name: 'public-names',
  run: (workspace) => {
    const packages = publishedIn(workspace).map((owner) => ({
      owner: owner.name,
      names: publicExportsOf(workspace, owner),
    }));
    return [
      ...declaredTwice(packages.flatMap(({ owner, names }) => names.map((one) => ({ ...one, owner })))),
      ...replaced(
        workspace,
        packages.flatMap(({ names }) => names),
      ),
    ];
  },
};

function declaredTwice(all: readonly (PublicExport & { readonly owner: string })[]): readonly LintFinding[] {
  const first = new Map<string, string>();
  return all.flatMap(({ name, owner, file, line, declaredBy }) => {
    if (!TYPES.has(declaredBy ?? '')) return [];
    const other = first.get(name) ?? owner;
    first.set(name, other);
    const message = `'${name}' is a type of ${other}, too: call what means something else by another name`;
    return other === owner ? [] : [{ file, line, message }];
  });
}

function replaced({ files }: Workspace, all: readonly PublicExport[]): readonly LintFinding[] {
  const [, rows = ''] = (files.get(GLOSSARY) ?? '').split(HEADING);
  const words = new Map(
    [...rows.matchAll(ROW)].flatMap(({ groups: { not = '', but = '' } = {} }) =>
      not.split(', ').map((word) => [word, but] as const),
    ),
  );
  return all.flatMap(({ name, file, line }) =>
    wordsOf(name)
      .filter((word) => words.has(word))
      .map((word) => ({ file, line, message: `'${name}': ${GLOSSARY} says ${words.get(word)}, not '${word}'` })),
  );
}
