// Writes the configuration files that every package of the workspace shares.
// Usage: npm run new:package -- NAME "description" [dependency ...]   (dependencies are workspace package folders)
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const [name, description, ...dependencies] = process.argv.slice(2);
if (!name || !description) {
  process.stderr.write('usage: npm run new:package -- NAME "description" [workspace dependency ...]\n');
  process.exit(2);
}
const folder = join('packages', name);
const write = (file: string, content: unknown): void => {
  const path = join(folder, file);
  if (existsSync(path)) return;
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`);
};
const published = { types: './dist/index.d.ts', default: './dist/index.js' };
write('package.json', {
  name: `@spmv/${name}`,
  version: '0.1.0',
  description,
  license: 'MIT',
  author: 'The spmv authors',
  type: 'module',
  sideEffects: false,
  engines: (JSON.parse(readFileSync('package.json', 'utf8')) as { readonly engines: unknown }).engines,
  exports: { '.': { '@spmv/source': './src/index.ts', ...published }, './package.json': './package.json' },
  files: ['dist', 'src', '!dist/**/*.tsbuildinfo', '!dist/.tsbuildinfo', 'CHANGELOG.md'],
  publishConfig: {
    access: 'public',
    provenance: true,
    exports: { '.': published, './package.json': './package.json' },
  },
  repository: { type: 'git', url: 'git+https://github.com/spmv/spmv.git', directory: `packages/${name}` },
  homepage: `https://github.com/spmv/spmv/tree/main/packages/${name}#readme`,
  bugs: { url: 'https://github.com/spmv/spmv/issues' },
  keywords: ['spmv', 'sparse-matrix'],
  dependencies: Object.fromEntries(dependencies.map((d) => [`@spmv/${d}`, 'workspace:*'])),
});
write('tsconfig.json', {
  extends: '../../tsconfig.base.json',
  compilerOptions: { rootDir: 'src', outDir: 'dist', tsBuildInfoFile: 'dist/.tsbuildinfo' },
  include: ['src'],
  references: dependencies.map((d) => ({ path: `../${d}` })),
});
write('CHANGELOG.md', `# @spmv/${name}\n\n## 0.1.0\n\nThe first version.\n`);
write(
  'README.md',
  `# @spmv/${name}\n\n${description}\n\nPart of [spmv](https://github.com/spmv/spmv): sparse matrix–vector products for TypeScript on every processor a machine has.\n`,
);

// `tsc -b` at the root builds what its tsconfig refers to.
const solution = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { readonly references: { path: string }[] };
if (!solution.references.some(({ path }) => path === folder)) {
  solution.references.push({ path: folder });
  writeFileSync('tsconfig.json', `${JSON.stringify(solution, null, 2)}\n`);
}
process.stdout.write(
  `${folder} is there. Next: pnpm install, src/index.ts, and CONTRIBUTING.md for what it has to pass.\n`,
);
