import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import type { Probe } from '@spmv/core';
import { afterAll, describe, expect, it } from 'vitest';
import { hasGpuFile } from '../src/host/vulkan-drivers.ts';
import { SWIFTSHADER } from '../../../tools/machine.ts';
import { needs, needsLinux } from '../../../tools/needs.ts';

const program = fileURLToPath(new URL('child/probe.ts', import.meta.url));

/** What `probe` says in a process of this environment, and what the process wrote to standard error. */
function probe(env: NodeJS.ProcessEnv): { readonly found: Probe; readonly errors: string } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:VK_|XDG_)/u.test(name)));
  const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=@spmv/source', '--no-warnings', program], {
    encoding: 'utf8',
    env: { ...inherited, ...env },
    timeout: 120_000,
  });
  return { found: JSON.parse(stdout) as Probe, errors: stderr };
}

// Dawn warns on standard error of what it does not find; users of the command and the library get it as the reason instead.
describe('probing writes nothing to standard error', needsLinux(), () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-vulkan-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('where there is no driver', { timeout: 300_000 }, () => {
    const { found, errors } = probe({ VK_DRIVER_FILES: join(folder, 'none.json') });
    expect(errors).toBe('');
    expect(found).toMatchObject({
      available: false,
      reason: expect.stringMatching(/Vulkan/u),
      fix: expect.stringMatching(/driver.*libvulkan1.*chromium libvulkan1/u),
    });
  });

  it.each([
    [['null', 'zero', 'tty'], false],
    [['null', 'dri'], true],
    [['nvidiactl', 'nvidia0'], true],
  ])('asks Dawn only where the system has a file for a GPU: %j', async (names, has) => {
    const dev = mkdtempSync(join(folder, 'dev-'));
    for (const name of names) writeFileSync(join(dev, name), '');
    expect(await hasGpuFile(dev)).toBe(has);
  });

  it("where the loader cannot be opened, and says so in the system's words", { timeout: 300_000 }, () => {
    writeFileSync(join(folder, 'libvulkan.so.1'), '');
    const { found, errors } = probe({ LD_LIBRARY_PATH: folder });
    expect(errors).toBe('');
    expect(found).toMatchObject({
      available: false,
      reason: expect.stringMatching(/Vulkan loader: .*libvulkan\.so\.1: file too short/u),
      fix: expect.stringContaining('libvulkan1'),
    });
  });

  it('where there is a software adapter', { timeout: 300_000, ...needs('swiftshader', 'vulkan') }, () => {
    const { found, errors } = probe({ VK_ICD_FILENAMES: SWIFTSHADER });
    expect(errors).toBe('');
    expect(found).toMatchObject({ available: true, devices: [expect.stringMatching(/swiftshader/iu)] });
  });
});
