// The native kernels under AddressSanitizer and UndefinedBehaviorSanitizer: builds the addon with each, and runs every kernel at every set of instructions that
// this processor has, on small matrices that lead through every way of them (test/native/guarded.ts), twice: with arrays in memory of the C library, and with the
// end of memory right after each array, because AddressSanitizer does not see what gathers and masked loads read. Ends with 1 where a sanitizer says anything or
// the process ends, or where AddressSanitizer is silent about a kernel that was made to read beyond its arrays.
// With matrices, also on those of a folder (Matrix Market, at most so many entries): their rows have ways that nobody thought of.
// Kernels that take longer than `--seconds` in one of these runs are ended, and counted as wrong.
// Usage: node tools/sanitize-addon.ts [address] [undefined] [--matrices FOLDER] [--most 60000] [--seconds 1200]   (both; minutes. CXX: another compiler, with its own sanitizers)
import { execFileSync, spawnSync } from 'node:child_process';
import { readMatrixMarketFile } from '@spmv/mmio/node';
import { toCoo } from '@spmv/mmio';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { addonBuild, addonCompiler, missingForAddon } from './packages/addon-build.ts';
import { compileAddon } from './packages/compile-addon.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    matrices: { type: 'string' },
    most: { type: 'string', default: '60000' },
    seconds: { type: 'string', default: '1200' },
  },
});
const root = fileURLToPath(new URL('../packages/kernels-native', import.meta.url));
/** Those of the published build come before them; the last ones count. */
const COMMON = ['-O1', '-g1', '-fno-omit-frame-pointer'];

interface Sanitizer {
  readonly flags: readonly string[];
  /** What the process has to start with. */
  environment(): Readonly<Record<string, string>>;
  /** What it says where it finds something. */
  readonly finding: RegExp;
}

const SANITIZERS: Readonly<Record<string, Sanitizer>> = {
  address: {
    flags: ['-fsanitize=address'],
    // Node has not been compiled with it: its runtime comes first, and leaves alone what the engine does with faults and at its end.
    environment: () => ({
      LD_PRELOAD: execFileSync(addonCompiler(), ['-print-file-name=libasan.so'], { encoding: 'utf8' }).trim(),
      ASAN_OPTIONS: 'detect_leaks=0:handle_segv=0',
    }),
    finding: /ERROR: AddressSanitizer/u,
  },
  undefined: {
    flags: ['-fsanitize=undefined', '-fno-sanitize-recover=all'],
    environment: () => ({ UBSAN_OPTIONS: 'print_stacktrace=1' }),
    finding: /runtime error:/u,
  },
};

/** Runs every kernel of an addon, in this environment. */
function runKernels(addon: string, environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const program = join(root, 'test', 'native', 'guarded.ts');
  const args = ['--conditions=@spmv/source', '--no-warnings', program, ...words, addon];
  return spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    maxBuffer: 2 ** 26,
    timeout: 1000 * Number(values.seconds),
    killSignal: 'SIGKILL',
  });
}

/** Writes the matrices of a folder as test/native/stored.ts reads them; how many. */
async function convertMatrices(from: string, to: string, most: number): Promise<number> {
  mkdirSync(to);
  let count = 0;
  for (const name of readdirSync(from).filter((one) => /\.mtx(\.gz)?$/u.test(one))) {
    const read = await readMatrixMarketFile(join(from, name));
    if (read.header.format !== 'coordinate' || read.header.field === 'complex') continue;
    const { shape, rowIndex, colIndex, values } = toCoo(read);
    if (values.length > most) continue;
    const head = Int32Array.of(shape.rows, shape.cols, values.length, 0);
    const parts = [head, rowIndex, colIndex, values].map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    );
    writeFileSync(join(to, `${name}.coo`), Buffer.concat(parts));
    count++;
  }
  return count;
}

async function sanitize(name: string, folder: string, matrices: string | undefined): Promise<boolean> {
  const found = SANITIZERS[name];
  const build = addonBuild(root);
  if (!found || !build)
    throw new Error(`There is no sanitizer '${name}' here; there are ${Object.keys(SANITIZERS).join(', ')}.`);
  const begin = performance.now();
  const addon = join(folder, `${name}.node`);
  const flags = [...COMMON, ...found.flags];
  await compileAddon(root, build, join(folder, name), addon, { flags, after: [] });
  const built = performance.now();
  const environment = found.environment();
  const seconds = (from: number, to: number): string => `${Math.round((to - from) / 1000)} s`;
  let products = 0;
  const runs = [['heap'], [], ...(matrices === undefined ? [] : [['heap', matrices], [matrices]])];
  for (const words of runs) {
    const { status, signal, stdout, stderr, error } = runKernels(addon, environment, ...words);
    if (status !== 0 || !(Number(stdout) > 0) || found.finding.test(stderr)) {
      const where = words.includes('heap') ? 'in memory of the C library' : 'at the end of memory';
      const isLate = error !== undefined && 'code' in error && error.code === 'ETIMEDOUT';
      const end = isLate ? `more than ${values.seconds} s` : (signal ?? `exit ${status}`);
      process.stderr.write(`${stderr}\n${name}: ${end} with arrays ${where}\n`);
      return false;
    }
    products += Number(stdout);
  }
  const times = `built in ${seconds(begin, built)}, run in ${seconds(built, performance.now())}`;
  if (name === 'address' && !found.finding.test(runKernels(addon, environment, 'heap', 'beyond').stderr)) {
    process.stderr.write('address: says nothing about a kernel that reads beyond its arrays.\n');
    return false;
  }
  process.stdout.write(`${name}: ${products} products, nothing found; ${times}\n`);
  return true;
}

const build = addonBuild(root);
const lack = build && missingForAddon(build);
const folder = mkdtempSync(join(tmpdir(), 'spmv-sanitized-'));
try {
  if (lack !== undefined) throw new Error(lack);
  const names = positionals.length > 0 ? positionals : Object.keys(SANITIZERS);
  let matrices: string | undefined;
  if (values.matrices !== undefined) {
    matrices = join(folder, 'matrices/');
    const count = await convertMatrices(values.matrices, matrices, Number(values.most));
    process.stdout.write(`${count} matrices of ${values.matrices}\n`);
  }
  for (const name of names) if (!(await sanitize(name, folder, matrices))) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
