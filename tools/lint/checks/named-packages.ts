import type { LintCheck, LintFinding } from '../check.ts';
import { parseJsonRecord } from '../json.ts';
import { lineAt } from '../syntax.ts';
import type { Workspace } from '../workspace.ts';

/** Documents that say how things are, not how they were. */
const DOCUMENT = /^(?:README|CONTRIBUTING|docs\/[^/]+|(?:packages|examples)\/[^/]+\/README)\.md$/u;
/** The condition under which the workspace reads sources. */
const CONDITION = '@spmv/source';

/** Packages that the documents name exist: by folder, by name on npm, and in a drawing of who may use whom. */
export const namedPackages: LintCheck = {
  name: 'named-packages',
  run: (workspace) => {
    const names = new Set(
      [...workspace.files]
        .filter(([file]) => /(?:^|\/)package\.json$/u.test(file))
        .map(([, text]) => String(parseJsonRecord(text)['name'])),
    );
    return [...workspace.files]
      .filter(([file]) => DOCUMENT.test(file))
      .flatMap(([file, text]) => [
        ...foldersIn(workspace, file, text),
        ...namesIn(names, file, text),
        ...arrowsIn(workspace, file, text),
      ]);
  },
};

/** Whether there is such a package or folder; `format-*` where there is one that begins so. */
function existsAs(workspace: Workspace, room: string): boolean {
  if (!room.includes('*')) return workspace.exists(`packages/${room}`) || workspace.exists(room);
  return workspace.packages.some(({ folder }) => folder.startsWith(`packages/${room.slice(0, room.indexOf('*'))}`));
}

function foldersIn(workspace: Workspace, file: string, text: string): readonly LintFinding[] {
  return [...text.matchAll(/\bpackages\/([a-z][a-z0-9-]*\*?)/gu)]
    .filter(([, room = '']) => !existsAs(workspace, room))
    .map((match) => ({ file, line: lineAt(text, match.index), message: `there is no package '${match[0]}'` }));
}

function namesIn(names: ReadonlySet<string>, file: string, text: string): readonly LintFinding[] {
  return (
    [...text.matchAll(/@spmv\/[a-z0-9-]*[a-z0-9]\b(?!-|\*)/gu)]
      // `npm create @spmv/plugin` takes @spmv/create-plugin.
      .filter(([name]) => name !== CONDITION && !names.has(name) && !names.has(name.replace('/', '/create-')))
      .map((match) => ({ file, line: lineAt(text, match.index), message: `there is no package '${match[0]}'` }))
  );
}

function arrowsIn(workspace: Workspace, file: string, text: string): readonly LintFinding[] {
  // A row of a table is no drawing.
  return [...text.matchAll(/^(?!\|).*\S ← .*$/gmu)]
    .filter(([line]) => !/[α-ωA-Z'√]/u.test(line))
    .flatMap((match) =>
      match[0]
        .split(/[←,\s]+/u)
        .filter((room) => room !== '' && !existsAs(workspace, room))
        .map((room) => ({ file, line: lineAt(text, match.index), message: `there is no package '${room}'` })),
    );
}
