// Formats TypeScript, C++ and CUDA; with --check it changes nothing and fails where something is not formatted.
// Usage: node tools/format.ts [--check]
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const check = process.argv.includes('--check');
const native = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', '*.cpp', '*.h', '*.cu', '*.cuh'],
  {
    cwd: root,
    encoding: 'utf8',
  },
);

/** Whether a formatter of the workspace was content. */
function run(tool: string, args: readonly string[]): boolean {
  const { status, error } = spawnSync(process.execPath, [tool, ...args], { cwd: root, stdio: 'inherit' });
  if (error) throw error;
  return status === 0;
}

const done = [
  run('node_modules/oxfmt/bin/oxfmt', check ? ['--check'] : []),
  run('node_modules/clang-format/index.js', [
    ...(check ? ['--dry-run', '-Werror'] : ['-i']),
    ...native.split('\n').filter(Boolean),
  ]),
];
if (done.includes(false)) {
  process.stderr.write('Some files are not formatted; run: pnpm format\n');
  process.exitCode = 1;
}
