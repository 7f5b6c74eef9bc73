import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentsIn } from '@spmv/report';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUSY, csrKernel, fakeProject } from './helpers/project.ts';
import { runCli, runProcess, temporaryFolder } from './helpers/run-cli.ts';
import { needs } from '../../../tools/needs.ts';

const cwd = fakeProject({
  workspace: ['backend-serial'],
  packages: [
    csrKernel(
      'busy',
      'js/csr-busy',
      `if (i === 0) { const { writeSync } = process.getBuiltinModule('node:fs'); ${BUSY} } y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);`,
    ),
  ],
});
const BENCH = ['bench', 'LF10', '--quiet', '--format', 'csr', '--precision', 'f64', '--kernel', 'js/csr'];

interface Document {
  readonly backends: readonly { readonly id: string; readonly copyGbPerSecond?: number }[];
  readonly interrupted: boolean;
  readonly results: readonly { readonly kernel: string; readonly medianMs: number | null }[];
  readonly matrices: readonly {
    readonly spy?: { readonly counts: readonly number[] };
    readonly rowLengths?: unknown;
  }[];
}

function documentOf(path: string): Document {
  const [found] = documentsIn(readFileSync(path, 'utf8')) ?? [];
  return found?.document as Document;
}

describe('bench --report', () => {
  const folder = temporaryFolder();
  const [page, json] = [join(folder, 'a.html'), join(folder, 'a.json')];

  beforeAll(async () => {
    const { code, stdout, stderr } = await runCli([...BENCH, '--json', '--report', page], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    writeFileSync(json, stdout);
  }, 120_000);

  it('writes one page that holds the document it prints, with pictures of its matrices', () => {
    const html = readFileSync(page, 'utf8');
    expect(html).toMatch(/^<!doctype html>/u);
    expect(html).toContain('<h1>spmv bench: LF10</h1>');
    expect(html).toContain('data:image/png;base64,');
    expect(documentOf(page)).toEqual(JSON.parse(readFileSync(json, 'utf8')));
    const [matrix] = documentOf(page).matrices;
    expect(matrix?.spy?.counts.some((count) => count > 0)).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['a.html', 'a.json']);
  });

  it('says what the backend copies, which is the roof of its products', () => {
    const serial = documentOf(page).backends.find(({ id }) => id === 'serial');
    expect(serial?.copyGbPerSecond).toBeGreaterThan(0.01);
    expect(readFileSync(page, 'utf8')).toMatch(/serial copies [\d.]+ GB\/s/u);
  });

  it('has no pictures in documents that nobody draws', async () => {
    const { stdout } = await runCli([...BENCH, '--json'], { cwd });
    expect(Object.keys((JSON.parse(stdout) as Document).matrices[0] ?? {})).not.toContain('spy');
  }, 120_000);

  it('is written for several processes together', async () => {
    const path = join(temporaryFolder(), 'p.html');
    const { code, stderr } = await runCli([...BENCH, '--processes', '2', '--report', path, '--json'], { cwd });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(documentOf(path).results[0]).toHaveProperty('processMediansMs');
    expect(documentOf(path).matrices[0]).toHaveProperty('spy');
  }, 240_000);

  it('says before any work that a page cannot be written', async () => {
    const { code, stderr, stdout } = await runCli([...BENCH, '--report', join(folder, 'no', 'a.html')], { cwd });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('is not a folder that can be written to');
  });

  it('says that the disk is full, after the results', { timeout: 120_000, ...needs('full') }, async () => {
    const full = join(temporaryFolder(), 'full.html');
    symlinkSync('/dev/full', full);
    const { code, stderr, stdout } = await runCli([...BENCH, '--report', full], { cwd });
    expect(stdout).toContain('js/csr');
    expect(code).toBe(1);
    expect(stderr).toContain('no space left on the device');
  });

  it('keeps the results so far when it is interrupted', async () => {
    const path = join(temporaryFolder(), 'stopped.html');
    const args = ['bench', 'LF10', '--format', 'csr', '--precision', 'f64', '--kernel', 'js/csr,js/csr-busy'];
    const { code } = await runProcess([...args, '--report', path], { cwd, interruptAfter: /BUSY/u });
    expect(code).toBe(130);
    expect(documentOf(path).interrupted).toBe(true);
    expect(readFileSync(path, 'utf8')).toContain('early, interrupted');
  }, 120_000);

  it('is read again: beside documents, or alone', async () => {
    const out = join(folder, 'both.html');
    const { code, stdout } = await runCli(['report', json, page, '--out', out], { cwd });
    expect(code).toBe(0);
    expect(stdout).toMatch(/both\.html: 2 runs, \d+ kB\./u);
    const names = documentsIn(readFileSync(out, 'utf8'))?.map(({ name }) => name);
    expect(names).toEqual([json, 'spmv bench']);
    expect((await runCli(['report', out, '--out', join(folder, 'again.html'), '--json'], { cwd })).stdout).toContain(
      '"spmv.report/1"',
    );
  }, 60_000);

  it('is made by compare, too, beginning with what changed', async () => {
    const out = join(folder, 'compared.html');
    const { code } = await runCli(['compare', json, json, '--report', out], { cwd });
    expect(code).toBe(0);
    const html = readFileSync(out, 'utf8');
    expect(html.indexOf('What changed, beyond chance')).toBeLessThan(html.indexOf('Side by side'));
    expect(html).toContain('1 case: 0 faster, 0 slower, 1 the same');
  }, 60_000);
});

it('a sweep draws its curve', async () => {
  const path = join(temporaryFolder(), 'sweep.html');
  const args = ['sweep', 'size', '--values', '4,8', '--backend', 'serial', '--kernel', 'js/csr', '--precision', 'f64'];
  const { code } = await runCli([...args, '--report', path], { cwd });
  expect(code).toBe(0);
  expect(readFileSync(path, 'utf8')).toContain('Rate over n');
}, 120_000);

describe('files that are no runs', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out.html');
  it.each([
    ['text.json', 'hello', 'is neither JSON nor a report'],
    ['other.html', '<p>hello', 'is HTML, but no report of spmv'],
    ['info.json', '{ "schema": "spmv.info/1" }', 'its schema is spmv.info/1'],
  ])('%s is refused with what it is', async (name, text, why) => {
    const path = join(folder, name);
    writeFileSync(path, text);
    const { code, stderr } = await runCli(['report', path, '--out', out], { cwd });
    expect(code).toBe(5);
    expect(stderr).toContain(path);
    expect(stderr).toContain(why);
    expect(stderr).toContain('--json');
    expect(readdirSync(folder)).not.toContain('out.html');
  });

  it('a study is refused with the command that draws it', async () => {
    const path = join(folder, 'study.json');
    writeFileSync(path, '{ "schema": "spmv.study/1", "study": "fraga" }');
    const { code, stderr } = await runCli(['report', path, '--out', out], { cwd });
    expect(code).toBe(5);
    expect(stderr).toContain('it is of a study');
    expect(stderr).toContain('spmv study NAME --from FILE --report FILE.html');
  });

  it('a file that is not there', async () => {
    const { code, stderr } = await runCli(['report', join(folder, 'none.json'), '--out', out], { cwd });
    expect(code).toBe(5);
    expect(stderr).toContain('no such file');
  });
});

describe('report --ginkgo', () => {
  it("writes Ginkgo's format, which a report reads back beside the run itself", async () => {
    const folder = temporaryFolder();
    const [json, ginkgo, page] = ['a.json', 'ginkgo.json', 'both.html'].map((file) => join(folder, file)) as [
      string,
      string,
      string,
    ];
    writeFileSync(json, (await runCli([...BENCH, '--json'], { cwd })).stdout);
    const written = await runCli(['report', json, '--ginkgo', ginkgo, '--json'], { cwd });
    expect(JSON.parse(written.stdout)).toMatchObject({ schema: 'spmv.report/1', ginkgo, entries: 1 });
    const [entry] = JSON.parse(readFileSync(ginkgo, 'utf8')) as readonly { readonly spmv: object }[];
    expect(entry).toMatchObject({ problem: { name: 'LF10' }, optimal: { spmv: 'js/csr' } });
    const both = await runCli(['report', ginkgo, json, '--out', page], { cwd });
    expect(both.code).toBe(0);
    expect(readFileSync(page, 'utf8')).toContain('js/csr');
  });

  it('with no file to write is refused', async () => {
    const { code, stderr } = await runCli(['report', 'a.json'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('There is no file to write.');
  });
});
