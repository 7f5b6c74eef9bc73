import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { collectCodes } from '../errors/collect-codes.ts';
import { entryProblems, parseErrorPage } from '../errors/error-page.ts';
import { parseConsole, runConsole } from '../errors/run-consoles.ts';
import { runSnippets, type SnippetResult } from '../errors/run-snippets.ts';
import { readWorkspace, sourcesOf } from '../lint/workspace.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = parseErrorPage(readFileSync(join(root, 'docs', 'errors.md'), 'utf8'));
const workspace = readWorkspace(root);
const collected = workspace.packages.map((owner) =>
  collectCodes(
    sourcesOf(workspace)
      .filter(([, , each]) => each === owner)
      .map(([path, text]) => [path, text] as const),
  ),
);

describe('docs/errors.md', () => {
  test('has an entry for every code in the sources', () => {
    const listed = new Set(page.entries.map(({ code }) => code));
    const missing = new Map<string, string>();
    for (const { code, file, line } of collected.flatMap(({ uses }) => uses)) {
      if (!listed.has(code) && !missing.has(code)) missing.set(code, `### ${code} (thrown at ${file}:${line})`);
    }
    expect([...missing.values()].sort(), 'add these entries to docs/errors.md').toEqual([]);
  });

  test('has no entry for a code that nothing throws', () => {
    const thrown = new Set(collected.flatMap(({ uses }) => uses.map(({ code }) => code)));
    expect(
      page.entries.filter(({ code }) => !thrown.has(code)).map(({ code, line }) => `docs/errors.md:${line}: ${code}`),
    ).toEqual([]);
  });

  test('has every code once, with meaning, example and fix', () => {
    const codes = page.entries.map(({ code }) => code);
    expect(
      codes.filter((code, at) => codes.indexOf(code) !== at),
      'entries that occur twice',
    ).toEqual([]);
    expect(
      page.entries.flatMap((entry) =>
        entryProblems(entry).map((problem) => `docs/errors.md:${entry.line}: ${entry.code} ${problem}`),
      ),
    ).toEqual([]);
  });

  test('could be checked: every code in the sources is written out', () => {
    expect(
      collected.flatMap(({ unreadable }) => unreadable),
      'write these codes as literals',
    ).toEqual([]);
  });
});

describe('the examples of docs/errors.md', () => {
  const examples = page.entries.flatMap(({ code, example }) =>
    example === undefined ? [] : [[code, example] as const],
  );
  let results: ReadonlyMap<string, SnippetResult>;

  beforeAll(async () => {
    results = await runSnippets(root, new Map(examples.map(([code, example]) => [code, `${page.setup}\n${example}`])));
  }, 60_000);

  test.each(examples.map(([code]) => code))('%s is thrown by its example', (code) => {
    const result = results.get(code);
    expect(result?.code, result?.message ?? 'the example threw nothing').toBe(code);
  });

  const sessions = page.entries.flatMap(({ code, session }) =>
    session === undefined ? [] : [[code, session] as const],
  );

  test.each(sessions)('%s is shown by its commands', async (_, session) => {
    const { script, shown } = parseConsole(session);
    const printed = await runConsole(root, { script, shown });
    expect(
      shown.filter((piece) => !printed.includes(piece)),
      printed,
    ).toEqual([]);
    expect(shown).not.toEqual([]);
  });
});
