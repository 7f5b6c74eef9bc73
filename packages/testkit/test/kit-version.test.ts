import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KIT_VERSION } from '../src/index.ts';

it('the version in reports is that of the package', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  expect(KIT_VERSION).toBe(manifest.version);
});
