import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/commands.ts';
import { declaredProgram } from '../src/program.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({});
const program = declaredProgram();
const every = [...new Map([program, ...program.commands].flatMap((one) => one.options).map((one) => [one.long, one]))];
/** What a command needs to be parsed. */
const neededBy = (name: string): readonly string[] => {
  const command = program.commands.find((one) => one.name() === name);
  const args = command?.registeredArguments.filter(({ required }) => required) ?? [];
  const flags = command?.options.filter(({ mandatory }) => mandatory) ?? [];
  return [...args.map(({ argChoices }) => argChoices?.[0] ?? 'none'), ...flags.map(({ long }) => `${long}=none`)];
};

describe.each(COMMANDS.map((one) => [one.name, one] as const))(
  'spmv %s',
  (name, { obeys, writes = [], needs, rulesOut }) => {
    const command = program.commands.find((one) => one.name() === name);
    const names = new Set(command?.options.map((option) => option.attributeName()));
    const all = new Set([...names, ...(command?.registeredArguments.map((argument) => argument.name()) ?? [])]);

    it('refuses every flag that it does not obey, and help shows none of them', async () => {
      const shared = new Set(['json', 'csv', 'plugin']);
      const help = command?.helpInformation() ?? '';
      for (const [long, option] of every) {
        const attribute = option.attributeName();
        if (['version', 'quiet', 'color', 'width'].includes(attribute) || names.has(attribute)) continue;
        const isShared = shared.has(attribute);
        const isObeyed = isShared && (obeys as readonly string[]).includes(attribute);
        expect([long, help.includes(`  ${long} `)]).toEqual([long, isObeyed]);
        if (isObeyed) continue;
        const given = option.required ? [`${long}=x`] : [long as string];
        const { code, stdout, stderr } = await runCli([name, ...neededBy(name), ...given], { cwd });
        expect([long, code, stdout]).toEqual([long, 2, '']);
        expect(stderr).toContain(isShared ? `does not obey ${long}` : `unknown option '${given[0]}'`);
      }
    }, 60_000);

    it('names flags and arguments that it has, and every file that it writes', () => {
      const rules = [needs, rulesOut].flatMap((rule) => Object.entries(rule ?? {}).flat(2) as readonly string[]);
      expect([...writes, ...rules].filter((one) => !all.has(one))).toEqual([]);
      for (const [flag, others] of Object.entries(needs ?? {})) expect([others].flat()).not.toContain(flag);
      const output = [...all].filter((one) => /^(out|report|keep|spy|ginkgo|order)$/.test(one));
      // tune --no-keep keeps nothing.
      expect(output.filter((one) => !writes.includes(one))).toEqual(name === 'tune' ? ['keep'] : []);
    });
  },
);

it('help says what every argument is', () => {
  const blank = program.commands.flatMap((command) =>
    command.registeredArguments
      .filter(({ description }) => description === '')
      .map((one) => `${command.name()} ${one.name()}`),
  );
  expect(blank).toEqual([]);
});

it.each([
  [['advise', 'LF10', '--keep', 'learned.json'], '--keep means nothing without --judge'],
  [['advise', 'a.json', '--judge', '--backend', 'serial'], '--backend means nothing beside --judge'],
  [['study', '--runs', '30'], '--runs means nothing without <study>'],
  [['study', 'fraga', '--list', '--leg', 'serial'], '--leg means nothing beside --list'],
  [['convert', 'cage4', 'a.mtx', '--param', 'layout=csc'], "Files of Matrix Market have no parameter 'layout'"],
  [['convert', 'cage4', 'a.mtx', '--precision', 'f32'], '--precision is for the arrays of a format'],
  [['convert', 'cage4', 'a.npz', '--symmetry', 'auto'], '--symmetry is for Matrix Market'],
  [['convert', 'cage4', '-', '--json'], 'spmv convert does not obey --json'],
  [['validate', 'cage4', '--precision='], '--precision is empty'],
  [['validate', 'cage4', '--precision', ','], "--precision: ',' names nothing"],
  [['sweep', 'size', '--values', ','], "--values: ',' names nothing"],
  [['formats', '--csv', ''], '--csv is empty'],
  [['multiply', 'cage4', '--out', ''], '--out is empty'],
  [['bench', 'cage4', '--processes=0'], "--processes: '0' is not above 0"],
  [['bench', 'cage4', '--runs', 'many'], "--runs: 'many' is not a non-negative integer"],
  [['multiply', 'cage4', '--out', 'a.json'], 'The ending of a.json does not say what to write'],
  [['solve', 'cage4', '--out', 'a'], 'The ending of a does not say what to write'],
  [['rank', 'cage4', '--damping', '1.5'], "--damping: '1.5' is above 1"],
  [['solve', 'cage4', '--tol', '-1'], "--tol: '-1' is below 0"],
  [['solve', 'cage4', '--rhs', 'b.mtx', '--b', 'b.mtx'], '--b means nothing beside --rhs'],
])(
  '%j is refused, and nothing is written',
  async (args, words) => {
    const { code, stdout, stderr } = await runCli(args, { cwd });
    expect(stderr).toContain(words);
    expect([code, stdout]).toEqual([2, '']);
    for (const file of ['learned.json', 'a.mtx', 'a.npz', 'a.json', 'a'])
      expect(existsSync(join(cwd, file))).toBe(false);
  },
  60_000,
);

it.each([
  ['solve', '--preconditioner', '--precond'],
  ['solve', '--rtol', '--tol'],
  ['solve', '--max-iterations=5', '--maxiter'],
  ['solve', '--precon', '--precond'],
  ['bench', '--formats', '--format'],
  ['bench', '--silently-quiet', '--quiet'],
  ['bench', '--procision', '--precision'],
])('spmv %s: of %s it says %s', async (command, given, meant) => {
  const { code, stderr } = await runCli([command, 'LF10', given], { cwd });
  expect([code, stderr]).toEqual([2, expect.stringContaining(`\n(Did you mean ${meant}?)\n`)]);
});
