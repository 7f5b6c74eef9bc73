import { describe, expect, test } from 'vitest';
import { importArrows, mayUse } from '../../lint/checks/import-arrows.ts';
import { examplePackage, findings } from './example-workspace.ts';

const core = examplePackage('packages/core');
const formats = examplePackage('packages/formats');

describe('import arrows', () => {
  test('a backend that imports formats is found, with file and line', () => {
    const bad = examplePackage('packages/backend-x', { 'src/index.ts': `\nexport { csr } from '@spmv/formats';\n` });
    expect(findings(importArrows, { ...core, ...formats, ...bad })).toEqual([
      'packages/backend-x/src/index.ts:2: @spmv/backend-x may not import @spmv/formats [import-arrows]',
    ]);
  });

  test('types, dynamic imports and module augmentations count too', () => {
    const source = `type A = import('@spmv/formats').Csr;\nawait import('@spmv/formats');\nimport type { B } from '@spmv/formats';`;
    const bad = examplePackage('packages/core', { 'src/index.ts': source });
    expect(findings(importArrows, { ...bad, ...formats })).toHaveLength(3);
  });

  test('a dependency that is only declared is found', () => {
    const bad = examplePackage('packages/backend-a', {}, { dependencies: { '@spmv/backend-b': 'workspace:*' } });
    expect(findings(importArrows, { ...bad, ...examplePackage('packages/backend-b') })).toEqual([
      'packages/backend-a/package.json: @spmv/backend-a may not depend on @spmv/backend-b [import-arrows]',
    ]);
  });

  test('packages that need one another through their tests form a ring', () => {
    const ring = {
      ...examplePackage('packages/core', {}, { devDependencies: { '@spmv/testkit': 'workspace:*' } }),
      ...examplePackage('packages/testkit', {}, { dependencies: { '@spmv/core': 'workspace:*' } }),
    };
    expect(findings(importArrows, ring)).toHaveLength(2);
  });

  test('imports that the design allows pass, and tests use declared packages', () => {
    const good = {
      ...core,
      ...formats,
      ...examplePackage(
        'packages/kernels-cpu',
        { 'src/index.ts': `import '@spmv/core';` },
        { dependencies: { '@spmv/core': 'workspace:*' } },
      ),
      ...examplePackage(
        'packages/backend-serial',
        {
          'src/index.ts': `import { k } from '@spmv/kernels-cpu';`,
          'test/a.test.ts': `import { csr } from '@spmv/formats';`,
        },
        { dependencies: { '@spmv/kernels-cpu': 'workspace:*' }, devDependencies: { '@spmv/formats': 'workspace:*' } },
      ),
      ...examplePackage(
        'apps/playground',
        { 'src/index.ts': `import { csr } from '@spmv/formats';` },
        { dependencies: { '@spmv/formats': 'workspace:*' } },
      ),
    };
    expect(findings(importArrows, good)).toEqual([]);
  });

  test.each([
    ['session/run.ts', '../documents/result.ts', "'session' may not import 'documents'"],
    ['documents/a.ts', '../commands/bench/run.ts', "'documents' may not import 'commands'"],
    ['output/a.ts', '../process/link.ts', "'output' may not import 'process'"],
    ['session/run.ts', '../somewhere/a.ts', "'session' may not import 'somewhere'"],
    ['cli-error.ts', './program.ts', "'cli-error.ts' may not import 'program.ts'"],
  ])('inside the command line, %s may not import %s', (file, specifier, message) => {
    const cli = examplePackage('packages/cli', { [`src/${file}`]: `\nconst a = import('${specifier}');` });
    expect(findings(importArrows, cli)).toEqual([`packages/cli/src/${file}:2: ${message} [import-arrows]`]);
  });

  test('inside the command line, imports of the own folder, of layers below and of data pass', () => {
    const cli = examplePackage('packages/cli', {
      'src/commands/bench/run.ts': `import '../flags/timing.ts'; import '../../documents/result.ts'; import '../../cli-error.ts';`,
      'src/entry.ts': `import './finish.ts'; import './commands/commands.ts'; import '../package.json';`,
    });
    expect(findings(importArrows, cli)).toEqual([]);
  });

  test.each([
    ['core', 'formats', false],
    ['formats', 'core', true],
    ['formats', 'mmio', false],
    ['format-hyb', 'core', true],
    ['format-hyb', 'formats', false],
    ['fused', 'kernel-kit', true],
    ['fused', 'formats', false],
    ['gemm', 'kernel-kit', true],
    ['gemm', 'formats', false],
    ['spmm', 'kernel-kit', true],
    ['spmm', 'formats', false],
    ['backend-threads', 'kernels-cpu', true],
    ['backend-threads', 'backend-serial', false],
    ['cli', 'backend-serial', true],
    ['something-new', 'core', false],
  ])('%s may use %s: %s', (room, used, allowed) => {
    expect(mayUse(`packages/${room}`, room, used)).toBe(allowed);
  });
});
