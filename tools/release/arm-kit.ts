// The conformance kit on the native kernels for 64-bit ARM, compiled here and emulated, with SVE and without: a table in Markdown.
// Usage: node tools/release/arm-kit.ts [ARGUMENTS of packages/kernels-native/test/native/kit.ts] > TABLE.md   (tools/release/system.ts gets what it needs)
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ROOT } from '../packages/pack-all.ts';
import { arm, buildFor, NATIVE } from './arm.ts';

const KIT = ['--conditions=@spmv/source', '--no-warnings', join(NATIVE, 'test', 'native', 'kit.ts')];

/** What the kit's last line says of one processor. */
interface Judged {
  readonly level: string;
  readonly coverage: string;
  readonly totals: Readonly<Record<'passed' | 'refused' | 'failed' | 'unavailable', number>>;
  readonly compared: number;
  readonly errorRatio: number | null;
  readonly failed: readonly string[];
}

/** Errors: an emulated process that ends without a report. */
function judged([command = '', ...args]: readonly string[], given: readonly string[]): Judged {
  const began = performance.now();
  const { stdout, status, signal } = spawnSync(command, [...args, ...KIT, ...given], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 28,
  });
  process.stderr.write(`${stdout}${Math.round((performance.now() - began) / 1000)} s\n`);
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (last.startsWith('{')) return JSON.parse(last) as Judged;
  throw new Error(
    `${args.join(' ')} ended with ${signal ?? status} and no report. Run it by itself, with gdb or strace.`,
  );
}

const version = (command: string): string =>
  execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? '';

const folder = mkdtempSync(join(tmpdir(), 'spmv-arm-'));
try {
  const target = arm(folder);
  buildFor(target);
  const commit = execFileSync('git', ['-C', ROOT, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const rows = target.nodes.map((node) => ({ processor: node[2], ...judged(node, process.argv.slice(2)) }));
  const failed = rows.flatMap(({ level, failed: ids }) => ids.map((id) => `* ${level}: ${id}`));
  process.stdout.write(
    [
      `${version('qemu-aarch64-static')}; ${version('aarch64-linux-gnu-g++')}; commit ${commit}, ${new Date().toISOString().slice(0, 10)}; ${rows[0]?.coverage} combinations of each case.`,
      '',
      ...(failed.length > 0 ? ['**Failed:**', '', ...failed, ''] : []),
      '| emulated processor | level | passed | refused | failed | unavailable | products compared | largest error ratio |',
      '| --- | --- | --: | --: | --: | --: | --: | --: |',
      ...rows.map(
        ({ processor, level, totals: { passed, refused, failed: wrong, unavailable }, compared, errorRatio }) =>
          `| ${processor} | ${level} | ${passed} | ${refused} | ${wrong} | ${unavailable} | ${compared} | ${errorRatio?.toFixed(3) ?? ''} |`,
      ),
      '',
    ].join('\n'),
  );
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
