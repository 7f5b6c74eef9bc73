import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MADE } from '../../bench/recorded.ts';
import { FULL } from '../full-lane.ts';
import { ROOT } from '../packages/pack-all.ts';

const SAMPLE = /experience/u;

it.each(Object.entries(MADE).filter(([file]) => FULL || SAMPLE.test(file)))(
  'what %s says comes of the documents that are kept',
  async (file, make) => {
    expect(await make()).toBe(readFileSync(join(ROOT, file), 'utf8'));
  },
  300_000,
);
