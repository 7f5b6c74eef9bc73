import { describe, expect, it } from 'vitest';
import { browserName, systemName } from '../../src/run/browser-name.ts';
import { runChoices, switched } from '../../src/run/choices.ts';
import type { Surroundings } from '../../src/run/environment.ts';
import { backendNotes } from '../../src/run/environment.ts';

const BACKENDS = ['serial', 'threads', 'webgpu'];

describe('what the address asks of a run', () => {
  it('is all in a minute where it says nothing, or nothing that can be', () => {
    const usual = { budgetSeconds: 60, precisions: undefined, backends: undefined };
    expect(runChoices({}, BACKENDS)).toEqual(usual);
    expect(runChoices({ budget: '-7', precision: 'f63', backend: 'cuda,<b>' }, BACKENDS)).toEqual(usual);
  });

  it('is what it names', () => {
    expect(runChoices({ budget: '0', precision: 'f32,f64', backend: 'webgpu' }, BACKENDS)).toEqual({
      budgetSeconds: 0,
      precisions: ['f64', 'f32'],
      backends: ['webgpu'],
    });
  });

  it('changes by a switch; all, and none, are an empty text', () => {
    expect(switched(undefined, BACKENDS, 'threads')).toBe('serial,webgpu');
    expect(switched(['serial', 'webgpu'], BACKENDS, 'threads')).toBe('');
    expect(switched(['serial'], BACKENDS, 'serial')).toBe('');
  });
});

describe('what a browser lacks', () => {
  const there = { name: 'some GPU', software: false };
  const usual = { isolated: true, kept: false, secure: true, cores: 4, gpu: there };
  const missing = (isolated: boolean, gpu: Surroundings['gpu'], secure = true, kept = false): readonly string[] =>
    backendNotes({ ...usual, isolated, secure, gpu, kept }).flatMap(({ id, missing: why }) =>
      why ? [`${id}: ${why.reason}`] : [],
    );

  it('is said with its reason', () => {
    expect(missing(true, there)).toEqual([]);
    expect(missing(false, there)).toEqual([expect.stringContaining('threads: This page is not cross-origin isolated')]);
    expect(missing(true, 'none')).toEqual(['webgpu: This browser has no WebGPU.']);
    expect(missing(true, 'none', false)).toEqual([expect.stringContaining('served over https')]);
    expect(missing(true, 'no adapter')).toEqual([expect.stringContaining('no adapter')]);
    expect(missing(true, 'silent')).toEqual([expect.stringContaining('has not answered for 5 s')]);
    expect(missing(false, there, true, true)).toEqual([expect.stringContaining('first loaded without')]);
  });

  it('is said of one core, and of software in place of a GPU, which has its name', () => {
    const remarks = (around: Partial<Surroundings>) =>
      backendNotes({ ...usual, ...around }).map(({ remark }) => remark);
    expect(remarks({})).toEqual([undefined, undefined, undefined]);
    expect(remarks({ cores: 1 })[1]).toContain('threads has one thread');
    const [, , webgpu] = backendNotes({ ...usual, gpu: { name: 'google swiftshader', software: true } });
    expect(webgpu).toMatchObject({ title: 'google swiftshader', remark: expect.stringContaining('never advised') });
  });
});

describe('a browser', () => {
  it('is called as it calls itself', () => {
    const brands = [
      { brand: 'Not)A;Brand', version: '8' },
      { brand: 'Chromium', version: '140' },
      { brand: 'Microsoft Edge', version: '140' },
    ];
    expect(browserName({ userAgent: '', userAgentData: { brands, platform: 'Windows' } })).toBe('Microsoft Edge 140');
    expect(browserName({ userAgent: '', userAgentData: { brands: brands.slice(0, 2), platform: '' } })).toBe(
      'Chromium 140',
    );
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0';
    expect([browserName({ userAgent: firefox }), systemName({ userAgent: firefox })]).toEqual(['Firefox 141.0', 'X11']);
    const safari =
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15';
    expect([browserName({ userAgent: safari }), systemName({ userAgent: safari })]).toEqual([
      'Safari 26.0',
      'Macintosh',
    ]);
    expect(browserName({ userAgent: '' })).toBe('unknown');
  });
});
