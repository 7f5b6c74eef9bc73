import { gzipSync } from 'node:zlib';
import { npyArray, writeSciPyNpz } from '@spmv/interchange';
import { stencil5 } from '@spmv/testkit';
import * as h5wasm from 'h5wasm';
import { describe, expect, test } from 'vitest';
import { given, matrixMarket, suiteSparseArchive } from './files.ts';
import { useSite } from './open-site.ts';
import { needs } from '../../../../tools/needs.ts';

const COO = stencil5({ n: 20 });
const TEXT = matrixMarket(COO);
const SAID = '400 × 400, 1 920 entries';

async function npz(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const { shape, rowIndex, colIndex, values } = COO;
  const nnz = values.length;
  const arrays = {
    row: npyArray('i4', [nnz], rowIndex),
    col: npyArray('i4', [nnz], colIndex),
    data: npyArray('f8', [nnz], values),
  };
  for await (const part of writeSciPyNpz({ format: 'coo', shape, isArray: false, arrays })) parts.push(part);
  return Buffer.concat(parts);
}

/** A matrix as 10x Genomics writes it: this one is symmetric, so its rows are its columns. */
async function tenX(): Promise<Uint8Array> {
  const { FS } = await h5wasm.ready;
  const file = new h5wasm.File('/small.h5', 'w');
  const { shape, rowIndex, colIndex, values } = COO;
  const indptr = Int32Array.from({ length: shape.rows + 1 }, (_, i) => rowIndex.filter((row) => row < i).length);
  const arrays = { data: values, indices: colIndex, indptr, shape: Int32Array.of(shape.rows, shape.cols) };
  const group = file.create_group('matrix');
  for (const [name, data] of Object.entries(arrays)) group.create_dataset({ name, data });
  file.close();
  return FS.readFile('/small.h5');
}

describe('reading in a page', needs('chromium'), () => {
  const site = useSite();
  const FILES = {
    'small.mtx': () => TEXT,
    // Two members, as bgzip writes them.
    'small.mtx.gz': () => Buffer.concat([gzipSync(TEXT.slice(0, 99)), gzipSync(TEXT.slice(99))]),
    'small.tar.gz': () => suiteSparseArchive('small', TEXT),
    'small.npz': npz,
    'small.h5': tenX,
  };

  test.each(Object.entries(FILES))('%s that is chosen', async (name, bytes) => {
    const page = await site().open();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(given(name, await bytes()));
    await page.getByText(SAID).waitFor();
    await expect.poll(() => page.url()).toContain(`#matrix=file%3A${name}`);
  });

  test('a file that is dropped', async () => {
    const page = await site().open();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'dropped.mtx'));
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }, TEXT);
    await page.getByText(SAID).waitFor();
    await expect.poll(() => page.locator('.matrix-name').textContent()).toBe('dropped.mtx');
  });

  test('text that is pasted into the field, and anywhere', async () => {
    const page = await site().open();
    await page.getByText('Paste text').click();
    await page.locator('textarea').fill(TEXT);
    await page.getByRole('button', { name: 'Read this text' }).click();
    await page.getByText(SAID).waitFor();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, '%%MatrixMarket matrix coordinate pattern general\n7 7 1\n3 4\n');
    await page.getByText('7 × 7, 1 entry').waitFor();
  });

  test('what is known of a matrix is there before it is read, and makes room for its figures', async () => {
    const page = await site().open();
    const file = Promise.withResolvers<undefined>();
    await page.context().route('**/cavity10.mtx.gz', async (route) => {
      await file.promise;
      await route.continue();
    });
    await page.evaluate(() => {
      location.hash = '#matrix=cavity10';
    });
    const said = page.locator('.slot').getByRole('status');
    await said.waitFor();
    expect(await said.textContent()).toMatch(/^driven cavity.* SuiteSparse Matrix Collection, CC-BY-4.0$/u);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    const line = await said.elementHandle();
    file.resolve(undefined);
    // Its progress names as many entries before the figures do.
    await page.getByText('76 367 entries, read in').waitFor();
    // Readers of the screen are told of changes alone.
    expect(await line?.textContent()).toContain('76 367 entries'.replace(' ', '\u202f'));
  });

  test('an error shows its line and column in the file, marked where it is', async () => {
    const page = await site().open();
    const bad = TEXT.replace(/^(21 1) .*$/mu, '$1 x4');
    const line = bad.split('\n').indexOf('21 1 x4') + 1;
    expect(line).toBeGreaterThan(3);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(given('bad.mtx.gz', new Uint8Array(gzipSync(bad))));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.locator('figcaption').textContent()).toBe(`Line ${line}, column 6 of the file`);
    const [, marked = '', caret = ''] = ((await alert.locator('pre').textContent()) ?? '').split('\n').slice(1);
    expect(marked).toMatch(/│ 21 1 x4$/u);
    expect(caret.indexOf('▲')).toBe(marked.indexOf('x4'));
  });

  test('reading is cancelled at once, whatever the worker is doing, and the next matrix is read', async () => {
    const page = await site().open('#matrix=gen%3Arandom%3Frows%3D1000000%26perRow%3D60');
    await page.getByText('about 60 000 000 entries').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Reading was cancelled.').waitFor();
    const code = page.getByRole('link', { name: 'PAGE.CANCELLED' });
    expect(await code.getAttribute('href')).toBe('errors/index.html#PAGE.CANCELLED');
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
    await page.getByLabel('From the SuiteSparse collection').selectOption('cage4');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByText('9 × 9, 49 entries').waitFor();
  });

  test('a file that asks for far more than its bytes stops nothing but its own worker', async () => {
    const page = await site().open();
    const claims = '%%MatrixMarket matrix array real general\n40000 40000\n1\n';
    await page.locator('input[type=file]').first().setInputFiles(given('claims.mtx', claims));
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.fix').textContent()).toBeTruthy();
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
    await page.getByLabel('From the SuiteSparse collection').selectOption('LF10');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await page.getByText('18 × 18, 82 entries').waitFor();
  });

  test('gzip that expands without end is refused', async () => {
    const page = await site().open();
    const bomb = gzipSync(
      Buffer.concat([Buffer.from('%%MatrixMarket matrix coordinate real general\n'), Buffer.alloc(2 ** 28, '%')]),
      { level: 9 },
    );
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(given('bomb.mtx.gz', new Uint8Array(bomb)));
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('MMIO.LIMIT');
  });

  test('the page reported no error in all of this', () => {
    expect(site().complaints).toEqual([]);
  });
});
