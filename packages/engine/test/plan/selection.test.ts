import { describe, expect, it } from 'vitest';
import { selectedPoints } from '../../src/plan/selection.ts';

describe('the points of a selection', () => {
  const space = {
    axes: { T: { values: [1, 2, 4], default: 2, doc: '' }, B: { values: [32, 64], default: 32, doc: '' } },
    reject: ({ T }: { T: number }) => (T === 4 ? 'too many' : undefined),
  };
  const points = (selection: Parameters<typeof selectedPoints>[3]) =>
    selectedPoints(space, undefined, 'kernel', selection);

  it('selects default, given and all points, with reasons for what was asked for and is impossible', () => {
    expect(points({ params: {}, points: 'default' })).toEqual([{ params: { T: 2, B: 32 } }]);
    expect(points({ params: { T: ['1', '4', '9'], other: ['x'] }, points: 'default' })).toMatchObject([
      { params: { T: 1, B: 32 } },
      { params: { T: 4 }, refusal: { code: 'PARAM.REJECTED' } },
      { params: { T: 9 }, refusal: { code: 'PARAM.OUT_OF_RANGE' } },
    ]);
    expect(points({ params: { T: ['1', '4', '9'], B: ['64'] }, points: 'all' })).toMatchObject([
      { params: { T: 1, B: 64 } },
      { params: { T: 4, B: 64 }, refusal: { code: 'PARAM.REJECTED' } },
      { params: { T: 9, B: 64 }, refusal: { code: 'PARAM.OUT_OF_RANGE' } },
    ]);
  });

  it('tries no point that nobody asked for and that the space rejects, and none twice', () => {
    for (const points of ['covering', 'all'] as const) {
      const found = selectedPoints(space, undefined, 'kernel', { params: {}, points });
      expect(found.map(({ params: { T, B }, refusal }) => [T, B, refusal])).toEqual([
        [1, 32, undefined],
        [1, 64, undefined],
        [2, 32, undefined],
        [2, 64, undefined],
      ]);
    }
  });

  it('says why when a space has no possible point', () => {
    const none = { axes: space.axes, reject: () => 'not here' };
    expect(selectedPoints(none, undefined, 'kernel', { params: {}, points: 'all' })).toMatchObject([
      { refusal: { code: 'PARAM.REJECTED' } },
    ]);
  });

  it('finds the point where a value asked for is possible, whatever the default of the other axes', () => {
    const schedules = {
      axes: {
        schedule: { values: ['even', 'free'], default: 'even', doc: '' },
        chunk: { values: [0, 64], default: 0, doc: '' },
      },
      reject: ({ schedule, chunk }: { readonly schedule: string; readonly chunk: number }) =>
        chunk > 0 && schedule !== 'free' ? 'chunk is of free' : undefined,
    };
    expect(selectedPoints(schedules, undefined, 'backend', { params: { chunk: ['64'] }, points: 'covering' })).toEqual([
      { params: { schedule: 'free', chunk: 64 } },
    ]);
  });

  it('covers a large space by its default and corners', () => {
    const many = {
      axes: {
        a: { values: [1, 2, 3, 4, 5, 6, 7], default: 4, doc: '' },
        b: { values: [1, 2, 3, 4, 5, 6, 7], default: 3, doc: '' },
      },
    };
    const covered = (params: Readonly<Record<string, readonly string[]>>) =>
      selectedPoints(many, undefined, 'kernel', { params, points: 'covering' }).map(({ params: { a, b } }) => [a, b]);
    expect(covered({})).toEqual([
      [4, 3],
      [1, 1],
      [1, 7],
      [7, 1],
      [7, 7],
    ]);
    // Of an axis that was asked for, all the values that were.
    const values = ['1', '2', '3', '4', '5', '6'];
    expect(covered({ a: values })).toEqual([
      ...values.map((a) => [Number(a), 3]),
      ...values.flatMap((a) => [
        [Number(a), 1],
        [Number(a), 7],
      ]),
    ]);
  });
});
