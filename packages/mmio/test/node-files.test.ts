import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import workerThreads from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { type MatrixMarketWarning, parseMatrixMarket, writeMatrixMarket } from '../src/index.ts';
import { readMatrixMarketFile, readMatrixMarketFileHeader, readMatrixMarketStream } from '../src/node/index.ts';
import { readParallel } from '../src/node/read-parallel.ts';
import { encode, rejectionOf, seeded } from './helpers.ts';

const folder = mkdtempSync(join(tmpdir(), 'mmio-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

/** About 3 MB of entries, with comments and blank lines here and there. */
function largeText(field: 'real' | 'integer' | 'pattern' | 'complex', noise: boolean): string {
  const random = seeded(5);
  const n = 150_000;
  const value = (): string => String((random() - 0.5) * 10 ** Math.floor(random() * 20));
  const lines = Array.from({ length: n }, (_, k) => {
    const numbers =
      field === 'pattern'
        ? []
        : field === 'integer'
          ? [k % 5000 === 0 ? '9007199254740993' : String(k)]
          : field === 'complex'
            ? [value(), value()]
            : [value()];
    const extra = noise && k % 1000 === 7 ? (k % 2000 === 7 ? '% a comment\n' : '\n') : '';
    return `${extra}${[1 + Math.floor(random() * 100_000), 1 + Math.floor(random() * 100_000), ...numbers].join(' ')}\n`;
  });
  return `%%MatrixMarket matrix coordinate ${field} general\n100000 100000 ${n}\n${lines.join('')}`;
}

async function inParallel(path: string, threads: number): ReturnType<typeof readParallel> {
  const handle = await open(path);
  try {
    const header = await readMatrixMarketFileHeader(path);
    const { size } = await handle.stat();
    const head = await handle.readFile('latin1').then((all) => all.split('\n', 2).join('\n').length + 1);
    const source = { fd: handle.fd, header, headerBytes: head, fileBytes: size };
    return await readParallel(source, threads, {}, (reason) => expect.unreachable(String(reason)));
  } finally {
    await handle.close();
  }
}

describe('several threads', () => {
  it.each(['real', 'integer', 'pattern', 'complex'] as const)('read a %s file as one does', async (field) => {
    const text = largeText(field, true);
    const path = file(`${field}.mtx`, text);
    const wanted = parseMatrixMarket(text);
    for (const threads of [1, 2, 4]) {
      const found = await inParallel(path, threads);
      for (const part of ['rowIndex', 'colIndex', 'values', 'imaginary'] as const)
        expect(
          found?.[part].every((x, k) => Object.is(x, wanted[part][k])),
          part,
        ).toBe(true);
      expect(found?.integers).toEqual(wanted.integers);
      expect(found?.rowIndex).toHaveLength(wanted.rowIndex.length);
      expect(found?.lines.offset.at(-1)).toBe(wanted.lines.offset.at(-1));
    }
  });

  it.each([
    [
      'do not start',
      function noWorker(): never {
        throw new Error('no such script');
      },
    ],
    [
      'end',
      class {
        on(event: string, listener: (error: Error) => void): void {
          if (event === 'error') listener(new Error('no such script'));
        }
        terminate(): void {}
      },
    ],
  ])('that %s leave the file to one, which says so', async (_, Lost) => {
    const path = file('lost.mtx', largeText('real', false));
    const { Worker } = workerThreads;
    workerThreads.Worker = Lost as unknown as typeof Worker;
    syncBuiltinESMExports();
    const told: MatrixMarketWarning[] = [];
    try {
      const { values, warnings } = await readMatrixMarketFile(path, { threads: 3, onWarning: (one) => told.push(one) });
      expect(values).toHaveLength(150_000);
      expect(warnings).toMatchObject([{ code: 'MMIO.ONE_THREAD', line: 0 }]);
      expect(warnings[0]?.message).toContain('no such script');
      expect(told).toEqual(warnings);
    } finally {
      workerThreads.Worker = Worker;
      syncBuiltinESMExports();
    }
  });

  it('leave a wrong file to one thread, which names the place', async () => {
    const lines = largeText('real', false).split('\n');
    for (const [bad, code] of [
      ['1 1 x', 'MMIO.NUMBER'],
      ['1 200000 1', 'MMIO.INDEX'],
      ['% one entry less', 'MMIO.COUNT'],
      ['1 1 1\n1 1 1', 'MMIO.COUNT'],
    ] as const) {
      const path = file('bad.mtx', lines.toSpliced(120_000, 1, bad).join('\n'));
      expect(await inParallel(path, 3)).toBeUndefined();
      const error = await rejectionOf(readMatrixMarketFile(path));
      expect([error.code, error.details['name']]).toEqual([code, path]);
    }
  });

  it('are used when asked for, and stop when told', async () => {
    const n = 120_000;
    const coo = {
      shape: { rows: n, cols: 9 },
      rowIndex: Int32Array.from({ length: n }, (_, k) => k),
      colIndex: Int32Array.from({ length: n }, (_, k) => k % 9),
      values: Float64Array.from({ length: n }, (_, k) => k / 7),
    };
    const path = file('pays.mtx', Buffer.concat([...writeMatrixMarket(coo)]));
    const seen: number[] = [];
    const found = await readMatrixMarketFile(path, {
      threads: 3,
      onProgress: (progress) => seen.push(progress.entries),
    });
    expect(found.values.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(found.values.every((value, k) => value === k / 7)).toBe(true);
    await expect(
      readMatrixMarketFile(path, { threads: 3, signal: AbortSignal.abort(new Error('stop')) }),
    ).rejects.toThrow('stop');
  });
});

describe('files', () => {
  const TEXT = '%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 3\n';

  it('are told apart by content, not by name', async () => {
    for (const [name, content] of [
      ['a.txt', encode(TEXT)],
      ['b.mtx', gzipSync(TEXT)],
    ] as const) {
      const path = file(name, content);
      expect([...(await readMatrixMarketFile(path)).values]).toEqual([3]);
      expect((await readMatrixMarketFileHeader(path)).storedEntries).toBe(1);
    }
  });

  it.each([
    ['other bytes', [Buffer.from('junk')], 'MMIO.GZIP'],
    ['other bytes after zeros', [Buffer.alloc(9), Buffer.from('junk')], 'MMIO.GZIP'],
    ['zeros', [Buffer.alloc(600)], undefined],
    ['another member and zeros', [gzipSync('2 1 4\n'), Buffer.alloc(5)], undefined],
  ])('of gzip may end with %s, or are refused', async (_, end, code) => {
    const first = gzipSync(
      `%%MatrixMarket matrix coordinate real general\n2 1 ${end.length > 1 && !code ? 2 : 1}\n1 1 3\n`,
    );
    const path = file('end.mtx.gz', Buffer.concat([first, ...end]));
    const reading = readMatrixMarketFile(path);
    if (code) {
      const { code: found, message, fix } = await rejectionOf(reading);
      expect([found, fix]).toEqual([code, 'Fetch or write the file again.']);
      expect(message).not.toContain('after 0 bytes');
    } else expect((await reading).values[0]).toBe(3);
    // The same where they come one after another.
    const stream = readMatrixMarketStream([first, ...end]);
    if (code) expect((await rejectionOf(stream)).code).toBe(code);
    else expect((await stream).values[0]).toBe(3);
  });

  it('may be a pipe, which is waited for until the signal, and opened once', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const writer of ['true', `sleep 9 > '${pipe}'`]) {
      const silent = spawn('sh', ['-c', `exec ${writer}`]);
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 200);
      await expect(readMatrixMarketFile(pipe, { signal: stop.signal })).rejects.toThrow('aborted');
      silent.kill();
      if (silent.exitCode === null && silent.signalCode === null) await once(silent, 'exit');
    }
    const text = file('short.mtx', TEXT);
    for (const signal of [undefined, new AbortController().signal]) {
      spawn('sh', ['-c', `cat '${text}' > '${pipe}'`]);
      expect([...(await readMatrixMarketFile(pipe, signal ? { signal } : {})).values]).toEqual([3]);
    }
  });

  it('are named in errors', async () => {
    const path = file('wrong.mtx', TEXT.replace('1 2 3', '1 2 3 4'));
    expect((await rejectionOf(readMatrixMarketFile(path))).message).toBe(
      `${path}: Line 3, column 7: ‘4’ comes after the 3 numbers this line should have: ‘1 2 3 4’`,
    );
    await expect(readMatrixMarketFile(join(folder, 'absent.mtx'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
