import { describe, expect, it } from 'vitest';
import type { ParamSpace } from '../src/index.ts';
import { enumerateParams, formatParams, NO_PARAMS, parseParamValue, resolveParams } from '../src/index.ts';
import { thrown } from './thrown.ts';

interface Device {
  readonly maxBlock: number;
}

const space: ParamSpace<Device, { T: number; blockSize: number; order: string }> = {
  axes: {
    T: { values: [1, 2, 4], default: 1, doc: 'threads per row' },
    blockSize: {
      values: [128, 256],
      default: 128,
      range: { min: 32, max: 1024, integer: true },
      doc: 'threads per block',
    },
    order: { values: ['row', 'column'], default: 'row', doc: 'storage order' },
  },
  reject: ({ blockSize }, { maxBlock }) =>
    blockSize > maxBlock ? `blockSize ${blockSize} is above the device's ${maxBlock}` : undefined,
  suggest: ({ maxBlock }) => (maxBlock >= 256 ? { blockSize: 256 } : {}),
};
const device: Device = { maxBlock: 512 };

it('enumerates the usual values of an axis, takes the others when they are named, and refuses what is neither', async () => {
  const wide: ParamSpace<Device, { blockSize: number }> = {
    axes: { blockSize: { values: [16, 32, 64, 128], usual: [64, 128], default: 128, doc: 'BS' } },
  };
  const device = { maxBlock: 1024 };
  expect(enumerateParams(wide, device, 'k').map(({ params }) => params.blockSize)).toEqual([64, 128]);
  expect(enumerateParams(wide, device, 'k', { blockSize: [16, 128] }).map(({ params }) => params.blockSize)).toEqual([
    16, 128,
  ]);
  expect(resolveParams(wide, { blockSize: 16 }, device, 'k').blockSize).toBe(16);
  expect(await thrown(() => resolveParams(wide, { blockSize: 48 }, device, 'k'))).toBe('PARAM.OUT_OF_RANGE');
});

describe('resolveParams', () => {
  it('takes given values, then suggestions, then defaults', () => {
    expect(resolveParams(space, { T: 4 }, device, 'kernel')).toEqual({ T: 4, blockSize: 256, order: 'row' });
    expect(resolveParams(space, { blockSize: 96 }, device, 'kernel')).toEqual({ T: 1, blockSize: 96, order: 'row' });
    expect(resolveParams(space, {}, { maxBlock: 128 }, 'kernel').blockSize).toBe(128);
    expect(resolveParams(NO_PARAMS, {}, undefined, 'kernel')).toEqual({});
  });

  it('refuses unknown names, values off the axis and rejected points', async () => {
    expect(await thrown(() => resolveParams(space, { t: 1 }, device, 'k'))).toBe('PARAM.UNKNOWN');
    expect(await thrown(() => resolveParams(space, { toString: 1 }, device, 'k'))).toBe('PARAM.UNKNOWN');
    expect(await thrown(() => resolveParams(space, { T: 3 }, device, 'k'))).toBe('PARAM.OUT_OF_RANGE');
    expect(await thrown(() => resolveParams(space, { T: '4' }, device, 'k'))).toBe('PARAM.OUT_OF_RANGE');
    expect(await thrown(() => resolveParams(space, { blockSize: 100.5 }, device, 'k'))).toBe('PARAM.OUT_OF_RANGE');
    expect(await thrown(() => resolveParams(space, { blockSize: Number.NaN }, device, 'k'))).toBe('PARAM.OUT_OF_RANGE');
    expect(await thrown(() => resolveParams(space, { blockSize: 1024 }, device, 'k'))).toBe('PARAM.REJECTED');
  });
});

describe('enumerateParams', () => {
  it('is the product of the axes with reasons for what is rejected', () => {
    const points = enumerateParams(space, { maxBlock: 128 }, 'k');
    expect(points).toHaveLength(12);
    expect(points.filter((p) => p.rejected === undefined)).toHaveLength(6);
    expect(points[0]?.params).toEqual({ T: 1, blockSize: 128, order: 'row' });
    expect(points.find((p) => p.rejected)?.rejected).toContain('above the device');
  });

  it('keeps the given values, also values that no sweep takes', async () => {
    expect(
      enumerateParams(space, device, 'k', { T: [2], blockSize: [64, 96], order: ['row'] }).map((p) =>
        formatParams(p.params),
      ),
    ).toEqual(['T=2, blockSize=64, order=row', 'T=2, blockSize=96, order=row']);
    expect(await thrown(() => enumerateParams(space, device, 'k', { T: [5] }))).toBe('PARAM.OUT_OF_RANGE');
  });

  it('of no axes is one empty point', () => {
    expect(enumerateParams(NO_PARAMS, undefined, 'k')).toEqual([{ params: {} }]);
  });
});

it('parseParamValue reads what the axis holds', () => {
  expect(parseParamValue(space.axes.T, '4')).toBe(4);
  expect(parseParamValue(space.axes.T, '')).toBeNaN();
  expect(parseParamValue(space.axes.order, 'row')).toBe('row');
  expect(parseParamValue({ values: [true, false], default: true, doc: '' }, 'false')).toBe(false);
});
