import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPage } from '../browser/run-job.ts';
import type { Server } from '../browser/serve.ts';
import type { BuiltBundle } from '../bundlers/bundle.ts';
import { viteBuild, viteDev, webpackBuild } from '../bundlers/bundle.ts';
import { makeApp } from '../bundlers/make-app.ts';
import type { BackendReport, PageReport, ReportedProduct } from '../bundlers/read-report.ts';
import { readReport } from '../bundlers/read-report.ts';
import { type FolderOptions, serveFolder } from '../bundlers/serve-folder.ts';
import { needs, needsFull, oneOfKind } from '../needs.ts';

/** Formats whose kernels both processor backends run, in JavaScript and in WebAssembly. */
const FORMATS = ['coo', 'csr', 'csr-padded', 'ellpack', 'ellpack-r', 'sell', 'hyb', 'bell', 'csr16', 'row-segments'];
const MINUTES = 60_000;
/** Without double-float, which a GPU made of software is slow to compile. */
const QUICK = { precisions: 'f64,f32' };

async function reportOf(starting: Promise<Server>, query: Readonly<Record<string, string>> = {}): Promise<PageReport> {
  const server = await starting;
  try {
    return await readReport(server.url, query);
  } finally {
    await server.close();
  }
}

const wrong = ({ products }: BackendReport): readonly ReportedProduct[] =>
  products.filter(({ errorRatio }) => errorRatio === undefined || !(errorRatio <= 1));
const names = ({ products }: BackendReport): readonly string[] => products.map(({ name }) => name);

/** Every kernel of a backend of the processor has run, in both precisions, and was right. */
function expectAll(backend: BackendReport | undefined): void {
  if (backend === undefined) throw new Error('The page reports no such backend.');
  expect(backend.reason).toBeUndefined();
  expect(wrong(backend)).toEqual([]);
  for (const precision of ['f64', 'f32'])
    for (const kernel of ['js/gemm-naive', 'wasm/gemm-packed'])
      expect(names(backend)).toContain(`${kernel} ${precision}`);
  for (const format of FORMATS) {
    for (const precision of ['f64', 'f32']) {
      expect(names(backend)).toContain(`js/${format} ${precision}`);
      expect(names(backend).some((name) => name.startsWith(`wasm/${format}-`) && name.endsWith(precision))).toBe(true);
    }
  }
}

function expectWebGpu(
  backend: BackendReport | undefined,
  context: { skip(reason: string): void },
  formats: readonly string[] = ['csr', 'coo', 'ellpack', 'ellpack-r', 'csr-padded', 'sell', 'hyb', 'bell', 'packed'],
): void {
  if (backend?.available !== true) return context.skip(`WebGPU is not available: ${backend?.reason}`);
  expect(wrong(backend)).toEqual([]);
  for (const format of formats) expect(names(backend)).toContain(`wgsl/${format} f32`);
  if (formats.length > 1)
    for (const kernel of ['naive', 'tiled', 'register']) expect(names(backend)).toContain(`wgsl/gemm-${kernel} f32`);
}

function expectFrontDoor({ frontDoor }: PageReport): void {
  expect(frontDoor).toEqual({
    products: [
      [2, 4],
      [3, 3, -1],
      [4, -1],
      [3.5, 2],
    ],
    solution: { converged: true, x: [1, 1] },
  });
}

function expectMissingHeaders(backend: BackendReport | undefined): void {
  expect(backend).toMatchObject({ available: false, reason: expect.stringContaining('not cross-origin isolated') });
  expect(backend?.fix).toMatch(/Cross-Origin-Opener-Policy: same-origin.*Cross-Origin-Embedder-Policy: require-corp/u);
}

/** What the page of any bundler computes; threads need isolation, and say so without. */
function expectPage(report: PageReport, context: { skip(reason: string): void }, isIsolated: boolean): void {
  const { isolated, backends } = report;
  expect(isolated).toBe(isIsolated);
  expectFrontDoor(report);
  expectAll(backends['serial']);
  if (isIsolated) expectAll(backends['threads']);
  else expectMissingHeaders(backends['threads']);
  expectWebGpu(backends['webgpu'], context);
}

describe('bundlers, of packed packages outside the repository', needs('chromium', 'pnpm'), () => {
  let app = '';
  const serve = (folder: string, options: FolderOptions): Promise<Server> => serveFolder(folder, options);

  beforeAll(async () => {
    app = await makeApp();
  }, 3 * MINUTES);

  afterAll(() => app !== '' && rmSync(dirname(app), { recursive: true, force: true }), MINUTES);

  describe('the development server of Vite', needsFull(), () => {
    it('hands out every kernel to serial, threads and WebGPU', { timeout: 3 * MINUTES }, async (context) => {
      const report = await reportOf(viteDev(app), QUICK);
      expectPage(report, context, true);
    });
  });

  const builds = [
    ['Vite', '/base/', (): Promise<BuiltBundle> => viteBuild(app, '/base/')],
    ['webpack', '/', (): Promise<BuiltBundle> => webpackBuild(app, 'production')],
  ] as const;
  for (const [bundler, base, build] of builds)
    describe(`what ${bundler} builds`, oneOfKind(bundler === 'Vite'), () => {
      let built: BuiltBundle;

      beforeAll(async () => {
        built = await build();
      }, 3 * MINUTES);

      it('was built without a warning, and without the packages that only Node needs', () => {
        expect(built.warnings).toEqual([]);
        const code = readdirSync(built.folder, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.js'))
          .map((path) => readFileSync(join(built.folder, path), 'utf8'));
        expect(
          code.filter((text) => /(?:import|require)\(?["'`]node:|from ?["'`]node:|vulkan_enable/u.test(text)),
        ).toEqual([]);
      });

      it('has every kernel, in an isolated page', { timeout: 3 * MINUTES }, async (context) => {
        const report = await reportOf(serve(built.folder, { base, isolated: true }), bundler === 'Vite' ? QUICK : {});
        expectPage(report, context, true);
      });

      it(
        'runs serial and WebGPU in a page that is not isolated, where threads say which headers are missing',
        { timeout: 3 * MINUTES, ...needsFull() },
        async (context) => {
          const report = await reportOf(serve(built.folder, { base, isolated: false }), QUICK);
          expectPage(report, context, false);
        },
      );
    });

  it('the front door weighs nothing in what Vite builds before a matrix is opened', { timeout: MINUTES }, async () => {
    const { folder, warnings } = await viteBuild(join(app, 'front'), './');
    expect(warnings).toEqual([]);
    const [entry = ''] = readFileSync(join(folder, 'index.html'), 'utf8').match(/assets\/[^"]+\.js/u) ?? [];
    // Of it 2 kB are what Vite adds, 2.5 what copies arrays at the call, by rows where they come so, and 1 the names of chunks.
    expect(readFileSync(join(folder, entry)).length).toBeLessThan(8100);
    const server = await serve(folder, { isolated: false });
    try {
      expect(await openPage(server.url, (page) => page.evaluate('globalThis.products()'))).toEqual([2, 7]);
    } finally {
      await server.close();
    }
  });

  describe('kernels of every target', needsFull(), () => {
    const some = { ...QUICK, kernels: 'js/csr,js/row-segments,wasm/csr-simd,wgsl/csr' };

    function expectSome({ backends }: PageReport, context: { skip(reason: string): void }): void {
      expect(Object.values(backends).flatMap(wrong)).toEqual([]);
      for (const id of ['serial', 'threads']) expect(names(backends[id] as BackendReport)).toHaveLength(6);
      expectWebGpu(backends['webgpu'], context, ['csr']);
    }

    it('load from data: URLs, where Vite inlines every file', { timeout: 3 * MINUTES }, async (context) => {
      const { folder } = await viteBuild(app, './', Number.MAX_SAFE_INTEGER);
      expect(
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
          /\.(?:wasm|wgsl)$|csr.*\.js$/u.test(path),
        ),
      ).toEqual([]);
      expectSome(await reportOf(serve(folder, { isolated: true }), some), context);
    });

    it('load from another origin, and so does the script of workers', { timeout: 3 * MINUTES }, async (context) => {
      const folder = join(app, 'vite-0');
      const files = await serveFolder(folder, { isolated: false, shared: true });
      try {
        await viteBuild(app, files.url, 0);
        expectSome(await reportOf(serve(folder, { isolated: true }), some), context);
      } finally {
        await files.close();
      }
    });
  });

  describe('what webpack builds in development mode', needsFull(), () => {
    let folder = '';
    let warnings: readonly string[] = [];

    beforeAll(async () => {
      ({ folder, warnings } = await webpackBuild(app, 'development'));
    }, 3 * MINUTES);

    it('has every kernel', { timeout: 3 * MINUTES }, async (context) => {
      expect(warnings).toEqual([]);
      const { backends } = await reportOf(serve(folder, { isolated: true }), QUICK);
      expectAll(backends['serial']);
      expectAll(backends['threads']);
      expectWebGpu(backends['webgpu'], context);
    });

    it('says which file is missing, and what was answered in its place', { timeout: 3 * MINUTES }, async () => {
      // Files that are copied have names made of their contents.
      const copied = /^\/[0-9a-f]{20}\.(?:js|wasm)$/u;
      const instead = (path: string) =>
        path.endsWith('.wgsl') ? 'nothing' : copied.test(path) ? 'the page' : undefined;
      const { backends } = await reportOf(serve(folder, { isolated: true, instead }), {
        kernels: 'js/csr,wasm/csr-simd,wgsl/csr',
      });
      for (const { message, code, fix } of [
        ...(backends['serial']?.products ?? []),
        ...(backends['threads']?.products ?? []),
      ]) {
        expect([code, message]).toEqual([
          'KERNEL.LOAD_FAILED',
          expect.stringMatching(/module http\S+\.(?:js|wasm) is missing: the server answers with an HTML page\.$/u),
        ]);
        expect(fix).toContain('bundler');
      }
      for (const { message } of backends['webgpu']?.products ?? [])
        expect(message).toMatch(/http\S+\.wgsl: the server answers 404/u);
      expect(backends['serial']?.products).toHaveLength(4);
    });

    it('says so, too, when the script of its workers is missing', { timeout: 3 * MINUTES }, async () => {
      const instead = (path: string) =>
        /^\/[0-9a-f]{20}\.js$/u.test(path) && readFileSync(join(folder, path), 'utf8').includes('createWorkerApi')
          ? 'nothing'
          : undefined;
      const { backends } = await reportOf(serve(folder, { isolated: true, instead }), {
        backends: 'threads',
        kernels: 'wasm/csr-simd',
      });
      const [first] = backends['threads']?.products ?? [];
      expect([first?.code, first?.message]).toEqual([
        'BACKEND.WORKER_LOST',
        expect.stringMatching(
          /did not start: its script cannot be loaded: the server answers 404 Not Found \(http\S+\.js\)/u,
        ),
      ]);
    });
  });
});
