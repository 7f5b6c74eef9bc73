import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fakeProject, manifest, pluginSource } from './helpers/project.ts';
import { runCli, temporaryFolder } from './helpers/run-cli.ts';

const cwd = fakeProject({});
const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

async function ok(...args: readonly string[]): Promise<string> {
  const run = await runCli(args, { cwd });
  expect(run.stderr).not.toContain('error:');
  expect(run.code).toBe(0);
  return run.stdout;
}

async function hashOf(...args: readonly string[]): Promise<string> {
  return (JSON.parse(await ok('info', '--json', ...args)) as { readonly hash: string }).hash;
}

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content);
  return at(name);
}

describe('files of NumPy and SciPy', () => {
  it.each(['csr', 'csc', 'coo', 'bsr'])('a matrix goes to SciPy in %s and comes back the same', async (layout) => {
    const out = at(`olm-${layout}.npz`);
    await ok(
      'convert',
      'olm1000',
      out,
      '--param',
      `layout=${layout}`,
      '--param',
      'compression=deflate',
      '--param',
      'index=i8',
    );
    // Blocks have entries that are zero.
    if (layout !== 'bsr') expect(await hashOf(out)).toBe(await hashOf('olm1000'));
    await ok('convert', out, at(`${layout}.npy`));
    await ok('convert', 'olm1000', at(`${layout}-whole.npy`));
    expect(readFileSync(at(`${layout}.npy`)).equals(readFileSync(at(`${layout}-whole.npy`)))).toBe(true);
  });

  it('is told by its content, whatever its name, and from standard input', async () => {
    await ok('convert', 'cage4', at('cage4.npz'));
    const bytes = readFileSync(at('cage4.npz'));
    expect(await hashOf(file('renamed', bytes))).toBe(await hashOf('cage4'));
    const text = await ok('convert', 'cage4', '-');
    const piped = await runCli(['info', '-', '--json'], { cwd, stdin: text });
    expect((JSON.parse(piped.stdout) as { readonly hash: string }).hash).toBe(await hashOf('cage4'));
    expect(await hashOf(file('text.npz', text))).toBe(await hashOf('cage4'));
    expect(await hashOf(file('packed', gzipSync(text)))).toBe(await hashOf('cage4'));
  });

  it('vectors and dense matrices are operands', async () => {
    const x = at('x.npy');
    await ok('generate', 'vector', 'length=9', '--out', x);
    await ok('generate', 'vector', 'length=9', '--out', at('x.mtx'));
    const [own, market] = await Promise.all([
      ok('multiply', 'cage4', '--x', x),
      ok('multiply', 'cage4', '--x', at('x.mtx')),
    ]);
    expect(own).toBe(market);
    await ok('multiply', 'cage4', '--x', x, '--out', at('y.npy'));
    await ok('convert', at('y.npy'), at('y.mtx'));
    expect(await hashOf(at('y.mtx'))).toBe(await hashOf(file('y2.mtx', own)));
  });

  it('a complex matrix is looked at, converted and multiplied', async () => {
    const text = '%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 2 3\n';
    const source = file('complex.mtx', text);
    await ok('convert', source, at('complex.npz'));
    await ok('convert', at('complex.npz'), at('again.mtx'));
    expect(readFileSync(at('again.mtx'), 'utf8')).toBe(
      '%%MatrixMarket matrix coordinate complex general\n2 2 3\n1 1 1 0\n1 2 2 -3\n2 1 2 3\n',
    );
    const { header, statistics, storage } = JSON.parse(
      await ok('info', at('complex.npz'), '--json', '--spy', at('spy.png')),
    ) as {
      readonly header: { readonly field: string };
      readonly statistics: { readonly nnz: number; readonly valueSymmetry: number };
      readonly storage: readonly unknown[];
    };
    expect([header.field, statistics.nnz, statistics.valueSymmetry < 1]).toEqual(['complex', 3, true]);
    expect(storage).toContainEqual(expect.objectContaining({ format: 'csr', valueType: 'f64', bytes: 72 }));
    expect(JSON.parse(await ok('multiply', at('complex.npz'), '--json'))).toMatchObject({ y: [3, -3, 2, 3] });
    await ok('convert', source, at('complex.json'), '--format', 'csr');
    expect(JSON.parse(readFileSync(at('complex.json'), 'utf8'))).toMatchObject({
      components: 2,
      arrays: { values: [1, 0, 2, -3, 2, 3] },
    });
  });

  it.each(['CSR', 'COOC', 'DCSC', 'DMATR'])('Binsparse in %s goes out and comes back', async (layout) => {
    const out = at(`${layout}.bsp.npz`);
    await ok('convert', 'cage4', out, '--param', `layout=${layout}`);
    const renamed = file(`${layout}.npz`, readFileSync(out));
    await ok('convert', renamed, at(`${layout}.npy`));
    await ok('convert', 'cage4', at(`${layout}-whole.npy`));
    expect(readFileSync(at(`${layout}.npy`)).equals(readFileSync(at(`${layout}-whole.npy`)))).toBe(true);
    if (layout !== 'DMATR') expect(await hashOf(out)).toBe(await hashOf('cage4'));
  });

  it('Harwell–Boeing is read', async () => {
    const lines = [
      'A title',
      '3 1 1 1',
      'RSA 2 2 2 0',
      '(3I3)           (3I3)           (1P,2D9.2)',
      '  1  3  3',
      '  1  2',
      ' 1.00D+00 2.00D+01',
    ];
    const out = await ok('convert', file('small.rsa', `${lines.join('\n')}\n`), '-');
    expect(out).toBe('%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1\n1 2 20\n2 1 20\n');
  });

  it('an impossible conversion is refused with the possible ones', async () => {
    const refused = async (code: number, ...args: readonly string[]): Promise<string> => {
      const run = await runCli(args, { cwd });
      expect(run.code).toBe(code);
      return run.stderr;
    };
    expect(await refused(2, 'convert', 'cage4', at('cage4.xyz'))).toContain('.mtx, .mtx.gz, .bsp.npz, .npy, .npz');
    expect(await refused(2, 'convert', 'cage4', at('a.npz'), '--param', 'layout=lil')).toContain(
      'csr, csc, coo, bsr, dia',
    );
    expect(await refused(2, 'convert', 'cage4', at('a.npz'), '--param', 'no=1')).toContain('layout, compression');
    expect(await refused(5, 'convert', 'cage4', at('a.npz'), '--param', 'values=i4')).toContain('FILE.WRITE');
    expect(await refused(5, 'convert', 'cage4', at('a.npz'), '--param', 'layout=bsr')).toContain('block=1');
    await ok('convert', 'cage4', at('to-cut.npz'));
    expect(await refused(5, 'info', file('cut.npz', readFileSync(at('to-cut.npz')).subarray(0, 500)))).toContain(
      'FILE.ARCHIVE',
    );
    expect(await refused(5, 'info', at('to-cut.npz'), '--max-entries', '10')).toContain('--max-entries');
    await ok(
      'convert',
      file('twice.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n1 1 2\n'),
      at('once.npz'),
    );
    expect(await ok('info', at('once.npz'))).toContain('SciPy csr, f8');
  });
});

it.each([
  ['LF10', '--member', 'nope', 5],
  ['a.mtx', '--member', 'nope', 5],
  ['a.mtx.gz', '--member', 'nope', 5],
  ['a.npz', '--member', 'nope', 2],
  ['a.npz', '--index-base', '0', 2],
  ['a.npz', '--pattern-values', 'drop', 2],
  ['a.npz', '--assume-banner', '%%MatrixMarket matrix coordinate real general', 2],
  ['a.npz', '--max-line-bytes', '9', 2],
  ['gen:diagonals?n=4&offsets=0', '--member', 'nope', 2],
  ['gen:diagonals?n=4&offsets=0', '--index-base', '0', 2],
  ['gen:diagonals?n=4&offsets=0', '--duplicates', 'reject', 2],
  ['gen:diagonals?n=4&offsets=0', '--max-entries', '1', 2],
  ['a.mtx', '--assume-banner', '%%MatrixMarket matrix', 2],
  ['a.mtx', '--assume-banner', '%%MatrixMarket matrix coordinate rael general', 2],
] as const)('%s: %s %s is refused by its name', async (matrix, flag, value, code) => {
  const market = '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n';
  file('a.mtx', market);
  file('a.mtx.gz', gzipSync(market));
  if (matrix === 'a.npz') await ok('convert', 'cage4', at('a.npz'));
  const run = await runCli(['info', matrix.startsWith('a.') ? at(matrix) : matrix, flag, value], { cwd });
  expect([run.code, run.stdout]).toEqual([code, '']);
  expect(run.stderr.toLowerCase().replace('assumebanner', '--assume-banner')).toContain(flag);
});

it('flags of reading are for the matrix, not for what stands beside it', async () => {
  const zero = file('zero.mtx', '%%MatrixMarket matrix coordinate real general\n1 1 1\n0 0 4\n');
  await ok('generate', 'vector', 'length=1', '--out', at('one.npy'));
  await ok('multiply', zero, '--index-base', '0', '--x', at('one.npy'));
});

it('a banner is advised for what begins with no number, too', async () => {
  const { stderr } = await runCli(['info', file('words.mtx', '# no banner\n1 1 1\n1 1 4\n')], { cwd });
  expect(stderr.replaceAll(/\s+/g, ' ')).toContain(
    "pass --assume-banner '%%MatrixMarket matrix coordinate real general'",
  );
});

describe('a type of files that a plugin brings', () => {
  const type = `{
    kind: 'file', id: 'acme/dots', title: 'Dots', endings: ['.dots'],
    recognises: (head, name) => name.endsWith('.dots') && head[0] !== 37,
    read: async (bytes) => {
      const text = new TextDecoder().decode(await bytes.read(0, bytes.size));
      const at = [...text.trimEnd().split('\\n')].flatMap((line, i) => [...line].flatMap((c, j) => (c === '.' ? [] : [[i, j]])));
      return {
        shape: { rows: text.trimEnd().split('\\n').length, cols: text.indexOf('\\n') },
        positions: { rowIndex: Int32Array.from(at, ([i]) => i), colIndex: Int32Array.from(at, ([, j]) => j) },
        values: new Float64Array(at.length).fill(1), field: 'pattern', symmetry: 'general', about: 'dots',
      };
    },
  }`;
  const project = fakeProject({
    packages: [
      {
        name: '@acme/spmv-dots',
        manifest: manifest({ files: ['acme/dots'] }),
        files: { 'plugin.js': pluginSource('@acme/spmv-dots', `files: [${type}]`) },
      },
      {
        name: 'loud',
        manifest: manifest({ formats: ['acme/loud'] }),
        files: { 'plugin.js': "process.stderr.write('loud');\nexport default {};\n" },
      },
    ],
  });

  it('is read by every command, and found without running plugins that bring none', async () => {
    const dots = file('a.dots', 'x..\n.xx\n');
    const run = await runCli(['convert', dots, '-'], { cwd: project });
    expect(run.stdout).toBe('%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1\n2 2 1\n2 3 1\n');
    expect(run.stderr).not.toContain('loud');
    const y = await runCli(['multiply', dots, '--out', at('dots.npy')], { cwd: project });
    expect(y.code).toBe(0);
    const written = await runCli(['convert', 'cage4', at('b.dots')], { cwd: project });
    expect([written.code, written.stderr]).toEqual([2, expect.stringContaining('only read') as string]);
  });

  it('takes nothing from Matrix Market', async () => {
    const run = await runCli(
      ['info', file('b.dots', '%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1\n'), '--json'],
      { cwd: project },
    );
    expect(run.code).toBe(0);
  });
});
