// What products in CSR, ELLPACK, SELL and packed slices are made of at the two levels with vectors of 512 bits, and what LLVM's models of a Zen 4 and of a Sapphire Rapids expect of the innermost loops that multiply most entries: a table in Markdown.
// Usage: node bench/zen.ts [--assembly FOLDER] > TABLE.md   (FOLDER keeps rows.s and slices.s, which take g++ some minutes). Needs g++, Highway, c++filt and llvm-mca 16 or later.
// The models know neither caches nor memory: cycles an entry are of data in the first level.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { whereAndWhen } from './here.ts';
import { tableOf } from './processes.ts';

const { values: given } = parseArgs({ options: { assembly: { type: 'string' } } });
const SOURCES = join(import.meta.dirname, '..', 'packages', 'kernels-native', 'addon');
const FLAGS = ['-O2', '-std=c++20', '-pthread', '-fno-math-errno', '-fPIC', '-DNAPI_VERSION=8'];
/** By Highway's names; `avx512-loads` runs where gathers take longer than single loads. */
const LEVELS = { N_AVX3: 'avx512', N_AVX3_DL: 'avx512-loads' } as const;
const MODELS = ['znver4', 'sapphirerapids'] as const;
/** Functions of products in f64. */
const PRODUCT =
  /^void spmv::(N_AVX3(?:_DL)?)::(\w+)<double, double(?:, double|, (int|unsigned char|unsigned short))*>(?:\(|::\w+<)/u;
const ITERATIONS = 200;

interface Instruction {
  readonly label?: string;
  readonly text: string;
}

/** The functions of a file of assembly, without directives. */
function functionsOf(assembly: string): ReadonlyMap<string, readonly Instruction[]> {
  const all = new Map<string, Instruction[]>();
  let body: Instruction[] = [];
  for (const line of assembly.split('\n')) {
    const name = /^(_Z\w+)(?:\.\w+)*:/u.exec(line)?.[1];
    const label = /^(\.L\w+):/u.exec(line)?.[1];
    const text = line.trim();
    if (name !== undefined) all.set(name, (body = all.get(name) ?? []));
    else if (label !== undefined) body.push({ label, text: '' });
    else if (/^\t[a-z]/u.test(line)) body.push({ text: text.replace(/\s*#.*$/u, '') });
  }
  return all;
}

/** Loops that hold no other one: from a label to a jump back to it. */
function innermost(body: readonly Instruction[]): readonly (readonly string[])[] {
  const places = new Map(body.flatMap(({ label }, at) => (label === undefined ? [] : [[label, at] as const])));
  const loops = body.flatMap(({ text }, at) => {
    const begin = places.get(/^j\w+\s+(\.L\w+)/u.exec(text)?.[1] ?? '');
    return begin !== undefined && begin < at ? [[begin, at] as const] : [];
  });
  return loops
    .filter(([b, e]) => !loops.some(([from, to]) => from >= b && to <= e && (from !== b || to !== e)))
    .map(([b, e]) => body.slice(b, e + 1).flatMap(({ text }) => (text === '' ? [] : [text])));
}

/** Entries that an instruction multiplies and adds. */
function entriesIn(text: string): number {
  if (/^vfn?madd\d+sd/u.test(text)) return 1;
  if (!/^vfn?madd\d+pd/u.test(text)) return 0;
  return text.includes('%zmm') ? 8 : text.includes('%ymm') ? 4 : 2;
}

const count = (texts: readonly string[], is: RegExp): number => texts.filter((text) => is.test(text)).length;
const GATHERS = /^vp?gather/u;
const COMPRESSED = /^vp?(?:compress|expand)\w*\s.*\(/u;
const LOOKED_UP = /^(?:vp?gather|vmovh?s?p?d\s+[^,]*\(\S+,\S+,8\))/u;
const MASKED_STORES = /^vmov\w*\s+%[xyz]mm\d+,\s*[^,]*\([^)]*\)\{%k/u;

/** Cycles of a turn of a loop, by a model. */
function cycles(loop: readonly string[], model: string): number {
  const input = loop.filter((text) => !text.startsWith('.')).join('\n');
  const said = execFileSync(
    'llvm-mca-16',
    [`-mcpu=${model}`, `-iterations=${ITERATIONS}`, '-instruction-info=0', '-resource-pressure=0'],
    { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] },
  );
  return Number(/Total Cycles:\s+(\d+)/u.exec(said)?.[1]) / ITERATIONS;
}

/** Of several loops the least and the most. */
function told(loops: readonly { readonly loop: readonly string[]; readonly entries: number }[], model: string): string {
  const each = loops.map(({ loop, entries }) => cycles(loop, model) / entries);
  const [least, most] = [Math.min(...each), Math.max(...each)].map((one) => one.toFixed(2));
  return least === undefined || loops.length === 0 ? '' : least === most ? least : `${least} to ${most}`;
}

function assemblyOf(folder: string, name: string): string {
  const file = join(folder, `${name}.s`);
  if (!existsSync(file))
    execFileSync('g++', ['-I.', ...FLAGS, '-DSPMV_LEFT_OUT=(HWY_AVX2|HWY_SSE4)', '-S', `${name}.cpp`, '-o', file], {
      cwd: SOURCES,
      stdio: 'inherit',
    });
  return readFileSync(file, 'utf8');
}

const folder = given.assembly ?? mkdtempSync(join(tmpdir(), 'spmv-zen-'));
const functions = ['rows', 'slices'].flatMap((name) => [...functionsOf(assemblyOf(folder, name))]);
const names = execFileSync('c++filt', [], {
  input: functions.map(([name]) => name).join('\n'),
  encoding: 'utf8',
}).split('\n');
const rows = functions.flatMap(([, body], at) => {
  const name = names[at] ?? '';
  const [, space = '', own = '', places] = PRODUCT.exec(name) ?? [];
  if (own === '') return [];
  const kernel = places === undefined ? own : `${own}, ${places}`;
  const texts = body.map(({ text }) => text);
  const loops = innermost(body).map((loop) => ({
    loop,
    entries: loop.reduce((sum, text) => sum + entriesIn(text), 0),
  }));
  const most = Math.max(0, ...loops.map(({ entries }) => entries));
  // What ends a block of rows multiplies, too, but looks nothing up.
  const main = loops.filter(({ loop, entries }) => entries > 0 && entries === most && count(loop, LOOKED_UP) > 0);
  return [{ name, kernel, level: LEVELS[space as keyof typeof LEVELS], texts, main }];
});
process.stdout.write(
  [
    `${whereAndWhen()}; ${execFileSync('llvm-mca-16', ['--version'], { encoding: 'utf8' }).split('\n')[0]}; g++ ${FLAGS.slice(0, 2).join(' ')}.`,
    '',
    ...tableOf(
      [
        'kernel, level',
        'instructions',
        'gathers',
        'compressing or expanding in memory',
        'masked stores',
        'entries a turn',
        ...MODELS.map((model) => `cycles an entry, ${model}`),
      ],
      rows
        .toSorted((a, b) => a.kernel.localeCompare(b.kernel) || a.name.localeCompare(b.name))
        .map(({ kernel, level, texts, main }) => [
          `${kernel}, ${level}`,
          ...[
            texts.filter((text) => text !== '').length,
            count(texts, GATHERS),
            count(texts, COMPRESSED),
            count(texts, MASKED_STORES),
          ].map(String),
          String(main[0]?.entries ?? 0),
          ...MODELS.map((model) => told(main, model)),
        ]),
    ),
    '',
  ].join('\n'),
);
