import type { LintCheck, LintFinding } from '../check.ts';
import { parseJsonRecord, recordAt } from '../json.ts';
import { importsOf, lineAt, parse, walk, type SyntaxNode } from '../syntax.ts';
import type { Workspace } from '../workspace.ts';
import { dependenciesOf, RUNTIME_FIELDS, sourcesOf } from '../workspace.ts';

const CORE = 'packages/core';

/** Names of Node, the DOM, WebGPU and WebAssembly: whoever needs one of them is a backend or the command line. */
const FOREIGN =
  /^(?:GPU[A-Z]\w*|HTML\w*|WebGL\w*|NodeJS|Buffer|process|require|__dirname|__filename|window|document|navigator|self|WebAssembly|Worker|SharedWorker|MessagePort|fetch|Blob|File|setTimeout|setInterval|setImmediate|queueMicrotask|console)$/u;

/** Core runs unchanged anywhere JavaScript runs: it imports nothing and names nothing of any host. */
export const corePurity: LintCheck = {
  name: 'core-purity',
  run: (workspace) => [...manifest(workspace), ...configuration(workspace), ...sources(workspace)],
};

function manifest(workspace: Workspace): readonly LintFinding[] {
  const text = workspace.files.get(`${CORE}/package.json`);
  if (text === undefined) return [];
  return [...dependenciesOf(parseJsonRecord(text), ...RUNTIME_FIELDS).keys()].map((name) => ({
    file: `${CORE}/package.json`,
    message: `core depends on nothing, but on '${name}'`,
  }));
}

/** The compiler refuses host types as long as core asks for none. */
function configuration(workspace: Workspace): readonly LintFinding[] {
  const file = `${CORE}/tsconfig.json`;
  const options = recordAt(parseJsonRecord(workspace.files.get(file) ?? '{}'), 'compilerOptions') ?? {};
  return ['lib', 'types']
    .filter((option) => option in options)
    .map((option) => ({ file, message: `core takes '${option}' from tsconfig.base.json, which names no host` }));
}

function sources(workspace: Workspace): readonly LintFinding[] {
  return sourcesOf(workspace)
    .filter(([, , owner]) => owner.folder === CORE)
    .flatMap(([file, text]) => [
      ...importsOf(file, text)
        .filter(({ specifier }) => !specifier.startsWith('.'))
        .map(({ specifier, line }) => ({
          file,
          line,
          message: `core imports nothing from outside, but '${specifier}'`,
        })),
      ...[...text.matchAll(/^\s*\/\/\/\s*<reference(?! lib="es).*$/gmu)].map(({ index }) => ({
        file,
        line: lineAt(text, index),
        message: 'core refers to no types but those of the language',
      })),
      ...foreignNames(file, text),
    ]);
}

/** Names used but not as a property: `x.process` and `{ process: 1 }` are nobody's global. */
function foreignNames(file: string, text: string): readonly LintFinding[] {
  const found: LintFinding[] = [];
  const report = (node: SyntaxNode, name: string): void => {
    found.push({ file, line: lineAt(text, node.start), message: `core does not know '${name}'` });
  };
  walk(parse(file, text), (node, key, parent) => {
    const name = node['name'];
    if (node.type !== 'Identifier' || typeof name !== 'string' || !FOREIGN.test(name)) return;
    const property = key === 'property' && parent?.type === 'MemberExpression' && parent['computed'] !== true;
    const keyOf = key === 'key' && parent?.['computed'] !== true;
    if (!property && !keyOf) report(node, name);
  });
  return found;
}
