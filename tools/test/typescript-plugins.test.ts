import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { oneOfKind, unless } from '../needs.ts';
import { NO_NODE, testedNodes } from '../nodes/nodes.ts';
import { fakeProject } from '../../packages/cli/test/helpers/project.ts';
import { ROOT } from '../../packages/cli/test/helpers/run-cli.ts';

/** A backend whose reason comes out of what is compiled, with a type that has to go. */
const plugin = (declaration: string): string => `
${declaration}
const reason: string = Reason.text;
const backend = { kind: 'backend', id: 'acme/ts', title: 'TS', targets: ['js'], launchParams: { axes: {}, suggest: () => [{}] }, probe: async () => ({ available: false, reason, fix: 'nothing' }), open: async () => { throw new Error(reason); } };
export default { name: 'mine', apiVersion: 2, backends: [backend] };
`;
const TYPES = plugin("const Reason: { readonly text: string } = { text: 'stripped' };");
const ENUMS = plugin("enum Reason { text = 'compiled' }");

const [oldest] = testedNodes();

interface Ran {
  readonly status: number | null;
  readonly stderr: string;
  readonly reason: string | undefined;
}

describe.each(testedNodes())('TypeScript on Node $version', ({ version, environment }) => {
  const ran = (files: Readonly<Record<string, string>>, hasTsx: boolean, ...more: readonly string[]): Ran => {
    const cwd = fakeProject({ files });
    if (hasTsx) {
      mkdirSync(join(cwd, 'node_modules'), { recursive: true });
      symlinkSync(join(ROOT, 'packages', 'cli', 'node_modules', 'tsx'), join(cwd, 'node_modules', 'tsx'), 'junction');
    }
    const command = [join(ROOT, 'packages', 'cli', 'dist', 'main.js'), 'backends', '--json', ...more];
    const env = { ...process.env, NODE_OPTIONS: '', NODE_PATH: '', ...environment };
    const { status, stdout, stderr } = spawnSync('node', command, { cwd, encoding: 'utf8', env });
    const rows = stdout.startsWith('[')
      ? (JSON.parse(stdout) as readonly { readonly id: string; readonly reason: string }[])
      : [];
    return { status, stderr, reason: rows.find(({ id }) => id === 'acme/ts')?.reason };
  };
  const strips = Number(version.split('.')[0]) >= 24;
  const lane = {
    timeout: 120_000,
    ...oneOfKind(version === oldest?.version),
    ...unless(environment ? undefined : NO_NODE),
  };

  test('is run where it is named by --plugin and in spmv.config.ts, enums too, with tsx beside it', lane, () => {
    expect(ran({ 'mine.ts': TYPES }, true, '--plugin', './mine.ts').reason).toBe('stripped');
    expect(ran({ 'mine.ts': ENUMS }, true, '--plugin', './mine.ts').reason).toBe('compiled');
    const config = "const plugins: string[] = ['./mine.ts'];\nexport default { plugins };";
    expect(ran({ 'spmv.config.ts': config, 'mine.ts': ENUMS }, true).reason).toBe('compiled');
  });

  test('is unavailable without tsx where this Node does not run it, and the fix names tsx', lane, () => {
    const enums = ran({ 'mine.ts': ENUMS }, false, '--plugin', './mine.ts');
    expect(enums.status).toBe(6);
    expect(enums.stderr.replaceAll(/\s+/gu, ' ')).toContain('npm install --save-dev tsx');
    const types = ran({ 'mine.ts': TYPES }, false, '--plugin', './mine.ts');
    expect(types.reason).toBe(strips ? 'stripped' : undefined);
    expect(types.status).toBe(strips ? 0 : 6);
  });
});
