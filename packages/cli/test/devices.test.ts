import { describe, expect, it } from 'vitest';
import { fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const backend = `{
  kind: 'backend', id: 'acme/two', title: 'two cards', targets: ['js'], launchParams: { axes: {} },
  probe: async () => ({ available: true, devices: ['card 0', 'card 1'] }),
  open: async ({ device }) => { throw new Error('asked for ' + (device ?? 'the best')); },
}`;
const cwd = fakeProject({
  packages: [
    {
      name: 'two',
      manifest: manifest({ backends: ['acme/two'] }),
      files: { 'plugin.js': pluginSource('two', `backends: [${backend}]`) },
    },
    ...[
      ['told', `async () => 'runs on two legs'`],
      ['broken', `async () => { throw new Error('it has no legs'); }`],
    ].map(([name = '', about = '']) => ({
      name,
      manifest: manifest({}),
      files: { 'plugin.js': pluginSource(name, `about: ${about}`) },
    })),
  ],
});

describe('--device', () => {
  it.each([
    [['--backend', 'acme/two'], 'asked for the best'],
    [['--backend', 'acme/two', '--device', 'card 1'], 'asked for card 1'],
    [['--backend', 'acme/two', '--device', 'acme/two=card 0'], 'asked for card 0'],
  ])('opens the device named: %j', async (args, words) => {
    for (const command of ['validate', 'bench', 'multiply']) {
      const { code, stderr } = await runCli([command, 'cage4', ...args], { cwd });
      expect(stderr).toContain(words);
      expect(code).toBe(6);
    }
  });

  it("is one backend's", async () => {
    const unclear = await runCli(['validate', 'cage4', '--device', 'card 1'], { cwd });
    expect(unclear).toMatchObject({ code: 2, stderr: expect.stringContaining('--device BACKEND=card 1') as string });
    const unknown = await runCli(['validate', 'cage4', '--backend', 'serial', '--device', 'acme/two=card 1'], { cwd });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('not among those to run') as string });
    expect((await runCli(['doctor', '--device', 'acme/tow=card 1'], { cwd })).code).toBe(2);
    const inDoctor = await runCli(['doctor', '--device', 'card 1'], { cwd });
    expect(inDoctor.stderr).toContain('Write --device BACKEND=card 1.');
  });

  it('is one that backends lists, and doctor tries', async () => {
    expect((await runCli(['backends'], { cwd })).stdout).toContain('card 0, card 1');
    const { stdout } = await runCli(['doctor', '--device', 'acme/two=card 1', '--json'], { cwd });
    const { checks } = JSON.parse(stdout) as { checks: { what: string; detail: string }[] };
    expect(checks.find(({ what }) => what === 'acme/two')?.detail).toContain('asked for card 1');
  });

  it('is no matter of what plugins say of the machine, or cannot say', async () => {
    const { stdout } = await runCli(['doctor', '--json'], { cwd });
    const { checks } = JSON.parse(stdout) as { checks: { what: string; status: string; detail: string }[] };
    const of = (name: string) => checks.find(({ what }) => what === name);
    expect(of('told')).toMatchObject({ status: 'ok', detail: expect.stringContaining('; runs on two legs') as string });
    expect(of('broken')).toMatchObject({ status: 'note', detail: expect.stringContaining('no legs') as string });
  });

  it('is refused for a device that the processor is not', async () => {
    for (const backend of ['serial', 'threads']) {
      const { code, stderr } = await runCli(['validate', 'cage4', '--backend', backend, '--device', 'abacus']);
      expect(code).toBe(6);
      expect(stderr).toContain(`Backend '${backend}' has no device 'abacus'.`);
    }
  });
});
