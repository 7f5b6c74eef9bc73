import { createRequire } from 'node:module';
import { isSpmvError } from '@spmv/core';
import { chooseAddon as choose } from '@spmv/kernel-kit/node';
import { describe, expect, it } from 'vitest';
import type { Addon } from '../src/native/addon.ts';
import { CUDA_ADDON, loadAddon } from '../src/native/load-addon.ts';
import { unless } from '../../../tools/needs.ts';
import { findAddon } from './addon.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

describe('the version of the addon', () => {
  it("is the package's", unless(findAddon().lack), () => {
    expect(loadAddon().version).toBe(version);
  });

  const chooseAddon = (
    candidates: readonly string[],
    wanted: string,
    require: (candidate: string) => Addon,
    platform?: string,
  ): Addon => choose(CUDA_ADDON, candidates, wanted, require, platform);
  const addonOf = (found: string | undefined): Addon => ({ version: found }) as unknown as Addon;
  const missing = Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });

  it('is compared: another one is refused with both and a fix, and the next candidate tried', () => {
    const old = addonOf('0.0.9');
    const right = addonOf('1.2.3');
    const binary = '@spmv/backend-cuda-linux-x64-gnu';
    expect(chooseAddon([binary, '/built.node'], '1.2.3', (candidate) => (candidate === binary ? old : right))).toBe(
      right,
    );
    let thrown: unknown;
    try {
      chooseAddon([binary], '1.2.3', () => old, 'linux-x64-gnu');
    } catch (error) {
      thrown = error;
    }
    expect(isSpmvError(thrown, 'BACKEND.UNAVAILABLE')).toBe(true);
    expect(thrown).toMatchObject({
      message: `Backend 'cuda' is unavailable: ${binary} is of version 0.0.9, @spmv/backend-cuda of 1.2.3.`,
      fix: `Install both in one version: npm install @spmv/backend-cuda@1.2.3 ${binary}@1.2.3`,
    });
    expect(() => chooseAddon(['/x.node'], '1.2.3', () => addonOf(undefined))).toThrow(
      'of version 0.1.0 or earlier, @spmv/backend-cuda of 1.2.3',
    );
    expect(() =>
      chooseAddon(
        [binary],
        '1.2.3',
        () => {
          throw missing;
        },
        'linux-x64-gnu',
      ),
    ).toThrow('there is no addon for linux-x64-gnu');
  });
});
