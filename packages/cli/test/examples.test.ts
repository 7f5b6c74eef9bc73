import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COMMANDS } from '../src/commands/commands.ts';
import { serveCollection } from './helpers/collection-server.ts';
import { fakeProject } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';
import { FULL } from '../../../tools/runner.ts';

/** `spmv bench LF10` as arguments. */
function argumentsOf(line: string): readonly string[] {
  const [program, ...args] = line.split(' ');
  expect(program).toBe('spmv');
  return args;
}

const operations = fakeProject({ workspace: ['backend-serial', 'gemm', 'spmm'] });
const products = fakeProject({ workspace: ['backend-serial', 'spgemm'] });
// Where an example names no operation, those of plugins are not to be computed beside it. What `compare` compares is here, too.
const alone = fakeProject({ workspace: ['backend-serial'] });
// Of ranks somebody has to know; what it knows was recorded.
const ranked = fakeProject({ workspace: ['backend-petsc'] });
const bench = ['bench', 'LF10', '--format', 'csr', '--precision', 'f64', '--json'];

it('the help of the program fits 80 columns and names every command', async () => {
  const { stdout } = await runCli(['--help']);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
  for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
}, 60_000);

it.each(COMMANDS.map((command) => [command.name, command] as const))(
  'the examples of %s are in its help, fit 80 columns, and work',
  async (name, { examples }) => {
    expect(examples.length).toBeGreaterThan(0);
    const help = (await runCli([name, '--help'])).stdout;
    expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
    const server = await serveCollection();
    const env = { SPMV_SUITESPARSE: server.base, SPMV_CACHE: temporaryFolder(), NO_PROXY: '127.0.0.1' };
    for (const [k, [line, what]] of examples.entries()) {
      expect(help).toContain(`  ${line}\n`);
      expect(help).toContain(what);
      // The last of each command, which asks for the least, is run before a commit; conform.test.ts runs what is whole.
      if (!FULL && (k < examples.length - 1 || name === 'conform')) continue;
      if (name === 'compare' || name === 'report') {
        const { stdout } = await runCli(bench, { cwd: alone });
        for (const file of ['before.json', 'after.json']) writeFileSync(join(alone, file), stdout);
      }
      const { code, stderr } = await runCli(argumentsOf(line), {
        cwd:
          name === 'plan'
            ? ranked
            : /--with |spgemm/u.test(line)
              ? products
              : line.includes('--operation')
                ? operations
                : alone,
        env,
      });
      expect({ line, code, stderr: code === 0 ? '' : stderr }).toEqual({ line, code: 0, stderr: '' });
    }
    await server.close();
  },
  300_000,
);
