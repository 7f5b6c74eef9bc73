import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SCRIPTS } from '../src/commands/completion/scripts.ts';
import { INDEX_TEXT } from './helpers/collection-server.ts';
import { fakeProject, manifest } from './helpers/project.ts';
import { cliCommand, ROOT, runCli, temporaryFolder } from './helpers/run-cli.ts';
import { needs } from '../../../tools/needs.ts';

/** What a real bash offers for each line, Tab pressed at its end. */
function offered(lines: readonly string[], env: Readonly<Record<string, string>> = {}): readonly (readonly string[])[] {
  const folder = temporaryFolder();
  const { command, args, env: usual } = cliCommand([]);
  writeFileSync(join(folder, 'spmv'), `#!/bin/sh\nexec '${command}' ${args.map((arg) => `'${arg}'`).join(' ')} "$@"\n`);
  chmodSync(join(folder, 'spmv'), 0o755);
  const asks = lines.map(
    (line) => `COMP_LINE='${line}' COMP_POINT=${line.length}; _spmv; printf '%s\\n' "\${COMPREPLY[@]}"; echo ---`,
  );
  const script = `eval "$(spmv completion bash)"\ncomplete -p spmv >&2\n${asks.join('\n')}\n`;
  const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...usual, ...env, PATH: `${folder}:${usual['PATH'] ?? ''}` },
  });
  expect(stderr).toContain('complete -F _spmv spmv');
  return stdout
    .split('---\n')
    .slice(0, -1)
    .map((part) => part.split('\n').filter((word) => word !== ''));
}

describe('in bash', needs('bash'), () => {
  it('Tab completes commands, flags, names, lists with commas, and generators behind their colon', () => {
    const [commands, flags, format, list, matrix, generator, shells, backend, what] = offered([
      'spmv be',
      'spmv bench LF10 --all',
      'spmv bench LF10 --format ell',
      'spmv bench LF10 --format csr,ellpack-',
      'spmv info adder',
      'spmv info gen:stencil2',
      'spmv completion ',
      'spmv validate --backend=se',
      'spmv --quiet sweep thr',
    ]);
    expect(commands).toEqual(['bench']);
    expect(flags?.toSorted()).toEqual(['--all', '--all-params']);
    expect(format).toEqual(['ellpack', 'ellpack-r']);
    expect(list).toEqual(['csr,ellpack-r']);
    expect(matrix).toContain('adder_dcop_32');
    expect(generator).toEqual(['stencil27?n=32']);
    expect(shells).toEqual(['bash', 'zsh', 'fish']);
    expect(backend).toEqual(['serial']);
    expect(what?.toSorted()).toEqual(['threads', 'threadsPerRow']);
  }, 120_000);

  it('Tab completes what is computed: operations, variants, precisions of stored values', () => {
    const [flags, core, plugin, variant, none, stored, list, size, what] = offered([
      'spmv validate --o',
      'spmv bench --operation sp',
      'spmv --plugin ./tools/outside/toy-operations validate --operation acme/ro',
      'spmv bench LF10 --option transpose=t',
      'spmv bench LF10 --operation acme/sddmm --option t',
      'spmv tune LF10 --stored=f3',
      'spmv sweep threads --stored f64,bf',
      'spmv bench LF10 --operation spmm --vec',
      'spmv sweep --operation spmm ve',
    ]);
    expect(flags?.toSorted()).toEqual(['--operand', '--operation', '--option']);
    expect(core?.toSorted()).toEqual(['spmm', 'spmv']);
    expect(plugin).toEqual(['acme/row-norms']);
    // Readline replaces what is behind =.
    expect(variant).toEqual(['true']);
    expect(none).toEqual([]);
    expect(stored).toEqual(['f32']);
    expect(list).toEqual(['f64,bf16']);
    expect(size).toEqual(['--vectors']);
    expect(what).toEqual(['vectors']);
  }, 120_000);

  it('Tab completes matrices of the collection: what was fetched, and what its index names', () => {
    const folder = join(temporaryFolder(), 'suitesparse');
    mkdirSync(join(folder, 'HB', 'bcsstk16'), { recursive: true });
    writeFileSync(join(folder, 'HB', 'bcsstk16', 'fetched.json'), '{}');
    writeFileSync(join(folder, 'ssstats.csv'), INDEX_TEXT);
    const [fetched, named] = offered(['spmv info suitesparse:HB', 'spmv fetch HB/bc'], { SPMV_CACHE: dirname(folder) });
    expect(fetched).toEqual(['HB/bcsstk16']);
    expect(named).toEqual(['HB/bcsstk16', 'HB/bcsstk17']);
  }, 120_000);

  it('completes files where a file can stand', () => {
    const [files, out] = offered(['spmv info packages/cli/READ', 'spmv bench LF10 --csv packages/cli/packa']);
    expect(files).toEqual(['packages/cli/README.md']);
    expect(out).toEqual(['packages/cli/package.json']);
  }, 120_000);
});

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  it('accepts its script', needs(shell), () => {
    const file = join(temporaryFolder(), 'completion');
    writeFileSync(file, SCRIPTS[shell]);
    const { status, stderr } = spawnSync(shell, [shell === 'zsh' ? '-n' : '--no-execute', file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('Tab runs nothing of the folder it is pressed in', () => {
  const own = manifest({ formats: ['acme/f'] });
  const hidden = JSON.stringify({ name: 'hidden', version: '1.0.0', spmv: manifest({ formats: ['acme/hidden'] }) });

  it.each([
    ['a module that throws', { 'spmv.config.mjs': "throw new Error('ran');" }, 'acme/f\n'],
    [
      'a module that hangs',
      { 'spmv.config.js': 'setInterval(() => {}, 1000); await new Promise(() => {});' },
      'acme/f\n',
    ],
    [
      'data',
      { 'spmv.config.json': '{ "plugins": ["./hidden"] }', 'hidden/package.json': hidden },
      'acme/hidden\nacme/f\n',
    ],
    ['data that are wrong', { 'spmv.config.json': '{' }, ''],
  ] as const)('beside a configuration that is %s', async (_, files, stdout) => {
    const cwd = fakeProject({ packages: [{ name: 'acme', manifest: own }], files });
    const run = await runCli(['complete', '--', 'bench', 'LF10', '--format', 'acme/'], { cwd });
    expect(run).toMatchObject({ code: 0, stdout, stderr: '' });
  });
});

it('a shell that is not known is refused with those that are', async () => {
  const { code, stderr } = await runCli(['completion', 'tcsh']);
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are bash, zsh, fish');
}, 60_000);
