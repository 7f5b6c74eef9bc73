import { expect, it } from 'vitest';
import { SWIFTSHADER } from '../../../tools/machine.ts';
import { needsFull } from '../../../tools/needs.ts';
import { fakeProject } from './helpers/project.ts';
import { runProcess } from './helpers/run-cli.ts';

interface Document {
  readonly results: readonly {
    readonly leg: string;
    readonly status: string;
    readonly kernelParams: Readonly<Record<string, unknown>>;
  }[];
  readonly notRun: readonly { readonly leg: string | null; readonly what: string }[];
}

it(
  'every leg of WebGPU runs, with as many threads a row as it is about',
  { ...needsFull('swiftshader'), timeout: 900_000 },
  async () => {
    const cwd = fakeProject({ workspace: ['backend-webgpu', 'format-hyb'] });
    const args = ['study', 'vazquez', '-b', 'webgpu', '--matrix', 'qh1484', '--json'];
    const { code, stdout, stderr } = await runProcess(args, { cwd, env: { VK_ICD_FILENAMES: SWIFTSHADER } });
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const { results, notRun } = JSON.parse(stdout) as Document;
    expect(notRun.filter(({ leg, what }) => leg?.startsWith('webgpu') && what === 'all of it')).toEqual([]);
    expect(results.filter(({ status }) => status !== 'ok' && status !== 'refused')).toEqual([]);
    const timed = (leg: string) => results.filter((row) => row.leg === leg && row.status === 'ok');
    const lanes = (leg: string) => new Set(timed(leg).map(({ kernelParams }) => kernelParams['threadsPerRow']));
    expect([lanes('webgpu-padded'), lanes('webgpu-ellr-t')]).toEqual([new Set([16]), new Set([2, 4, 8])]);
    // A block of SwiftShader has 256 threads at most: of three sizes it takes two.
    expect([timed('webgpu-ellr-1').length, timed('webgpu-ellr-t').length]).toEqual([2, 6]);
  },
);
