import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CaseReport } from '../../src/index.ts';
import { runCases } from '../../src/index.ts';
import type { PluginPackageOptions } from '../../src/node/index.ts';
import { pluginPackageCases } from '../../src/node/index.ts';

const scratch = mkdtempSync(join(tmpdir(), 'spmv-testkit-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const json = {
  name: 'toy-package',
  version: '1.2.3',
  type: 'module',
  sideEffects: false,
  exports: { './package.json': './package.json' },
  peerDependencies: { '@spmv/core': '*' },
  spmv: { apiVersion: 2, entry: './plugin.js', provides: { backends: ['toy/idle'] } },
};

/** A backend without operations; `more` is run when it is opened, `dispose` when it ends. */
function source({ top = '', open = '', dispose = '' } = {}): string {
  return `${top}
const vector = (length) => ({ data: new Float64Array(length), async write(data) { this.data.set(data); }, async read(target) { target.set(this.data); }, dispose() {} });
const open = async () => { ${open}; return {
  device: { name: 'idle', kind: 'cpu', precisions: ['f64'], capabilities: [], limits: {} }, operations: {},
  createVector: (length) => vector(length), scale() {}, finish: async () => {}, dispose: async () => { ${dispose} },
}; };
export default Object.freeze({ name: 'toy-package', apiVersion: 2, backends: [{ kind: 'backend', id: 'toy/idle', title: 'Idle', targets: ['js'],
  launchParams: { axes: {} }, probe: async () => ({ available: true, devices: ['idle'] }), open }] });
`;
}

let folders = 0;

async function packageReport(
  text: string,
  change: Record<string, unknown> = {},
  options: PluginPackageOptions = {},
): Promise<ReadonlyMap<string, CaseReport>> {
  const folder = join(scratch, `package-${folders++}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...json, ...change }));
  writeFileSync(join(folder, 'plugin.js'), text);
  const cases = (await pluginPackageCases(folder, options)).filter(({ id }) => id.includes('/package/'));
  const { cases: reports } = await runCases(cases, { subject: 'toy-package' });
  return new Map(reports.map((report) => [report.id.replace('toy-package/package/', ''), report]));
}

describe('pluginPackageCases', () => {
  it('passes a package that is right', async () => {
    const report = await packageReport(source());
    expect([...report.values()].map(({ id, status, reason }) => [id, status, reason])).toEqual([
      ['toy-package/package/files', 'passed', undefined],
      ['toy-package/package/quiet-import', 'passed', undefined],
      ['toy-package/package/exits/toy/idle', 'passed', undefined],
      ['toy-package/package/name', 'passed', undefined],
    ]);
  });

  it('catches wrong fields of package.json by files', async () => {
    const reason = async (change: Record<string, unknown>): Promise<string> =>
      (await packageReport(source(), change)).get('files')?.reason ?? 'passed';
    expect(await reason({ sideEffects: true })).toContain('"sideEffects"');
    expect(await reason({ exports: { '.': './plugin.js' } })).toContain('./package.json');
    expect(await reason({ scripts: { postinstall: 'node build.js' } })).toContain('postinstall');
    expect(await reason({ peerDependencies: {} })).toContain('@spmv/core');
    expect(await reason({ spmv: { ...json.spmv, entry: './gone.js' } })).toContain('gone.js');
    expect(await reason({ spmv: { ...json.spmv, entry: '../package-0/plugin.js' } })).toContain('not a file inside it');
    expect(await reason({ spmv: undefined })).toContain('no field "spmv"');
  });

  it('catches a plugin of another name by name', async () => {
    const other = source().replace("name: 'toy-package'", "name: 'toy'");
    expect((await packageReport(other)).get('toy/package/name')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('the plugin says toy, the package toy-package') as string,
    });
  });

  it('catches a plugin that prints, throws or exports nothing by quiet-import', async () => {
    const reason = async (text: string): Promise<string> =>
      (await packageReport(text)).get('quiet-import')?.reason ?? 'passed';
    // The import in this process must not print either, so the noise is only for child processes.
    const noise = "if (process.argv[1] === undefined) process.stdout.write('hello');";
    expect(await reason(source({ top: noise }))).toContain('it printed: hello');
    expect(await reason("throw new Error('no driver');")).toContain('no driver');
    expect(await reason('export const plugin = 1;')).toContain('no default export');
  });

  it('catches a backend that keeps the process alive by exits', async () => {
    const report = await packageReport(source({ open: 'setInterval(() => {}, 1000)' }), {}, { limitMs: 2000 });
    expect(report.get('exits/toy/idle')?.reason).toContain('still running after 2000 ms');
  });

  it('catches a backend that ends the process with an error by exits', async () => {
    const report = await packageReport(source({ dispose: "throw new Error('still busy')" }));
    expect(report.get('exits/toy/idle')?.reason).toContain('still busy');
  });
});
