import { expect, test } from 'vitest';
import { publicNames } from '../../lint/checks/public-names.ts';
import { examplePackage, findings } from './example-workspace.ts';

const two = (a: string, b: string): readonly string[] =>
  findings(publicNames, {
    ...examplePackage('packages/a', {
      'src/index.ts': "export type { Place as Site } from './place.ts';",
      'src/place.ts': a,
    }),
    ...examplePackage('packages/b', { 'src/index.ts': b }),
    'docs/glossary.md':
      '| term | means |\n| --- | --- |\n| ptr | a pointer |\n\n| not | but |\n| --- | --- |\n| nz, nonzeros | entries |\n',
  });

test('a type has one package, by the name under which it is exported', () => {
  expect(two('export interface Place {}', 'export type Site = number;')).toEqual([
    "packages/b/src/index.ts:1: 'Site' is a type of @spmv/a, too: call what means something else by another name [public-names]",
  ]);
  expect(two('export interface Place {}', 'export type Place = number;\nexport const Site = 1;')).toEqual([]);
});

test('no exported name has a word that the glossary replaces', () => {
  expect(two('export type Place = 1;', 'export const rowPtr = 1, countNonzeros = 2, MOST_NZ = 3, nzone = 4;')).toEqual([
    "packages/b/src/index.ts:1: 'countNonzeros': docs/glossary.md says entries, not 'nonzeros' [public-names]",
    "packages/b/src/index.ts:1: 'MOST_NZ': docs/glossary.md says entries, not 'nz' [public-names]",
  ]);
});
