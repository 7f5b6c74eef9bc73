import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asSpmvError } from '../src/native/native-error.ts';
import { findAddon } from './addon.ts';
import { EXCHANGED } from './native/exchange-log.ts';
import { compiler } from '../../../tools/machine.ts';
import { needsLinux, unless } from '../../../tools/needs.ts';

const { version } = createRequire(import.meta.url)('../package.json') as { readonly version: string };

// The driver is opened by name: a folder in front of all others has one that this test makes.
describe(
  'the addon over a driver without a GPU',
  process.platform === 'linux' ? unless(findAddon().lack) : needsLinux(),
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-fake-cuda-'));
    beforeAll(() => {
      execFileSync(compiler(), [
        '-O1',
        '-std=c++17',
        '-shared',
        '-fPIC',
        fileURLToPath(new URL('native/fake-driver.cpp', import.meta.url)),
        '-o',
        join(folder, 'libcuda.so.1'),
      ]);
      for (const library of ['libcusparse.so.12', 'libcublas.so.13'])
        symlinkSync('libcuda.so.1', join(folder, library));
    }, 300_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    /** What the program test/native/native-addon.ts finds, in a process of its own. */
    function run(what: string, env: NodeJS.ProcessEnv = {}): unknown {
      const program = fileURLToPath(new URL('native/native-addon.ts', import.meta.url));
      const output = execFileSync(process.execPath, ['--conditions=@spmv/source', '--no-warnings', program, what], {
        encoding: 'utf8',
        env: { ...process.env, ...env, LD_LIBRARY_PATH: folder },
        timeout: 120_000,
      });
      return JSON.parse(output);
    }

    it(
      'leaves nothing of the driver and of cuSPARSE behind, whichever of its calls fails',
      { timeout: 300_000 },
      () => {
        const found = run('leaks') as Readonly<Record<string, { readonly failed: number; readonly left: number }>>;
        expect(Object.keys(found)).toEqual([
          'device',
          'memory',
          'module',
          'launches',
          'library',
          'cells',
          'time',
          'sequence',
          'pieces',
          'exchange',
          'copy',
          'pooled',
        ]);
        for (const [name, { failed, left }] of Object.entries(found))
          expect({ name, failed: failed > 0, left }).toEqual({ name, failed: true, left: 0 });
        expect(found['cells']?.failed).toBeGreaterThan(5);
      },
    );

    it(
      'takes arrays from a pool in the order of the stream, and empties it where memory ends',
      { timeout: 300_000 },
      () => {
        const log = join(folder, 'pool-log');
        // A is the stream of products, B that of copies, which waits until the array is there. What the pool keeps counts as free.
        expect(run('arraysOfPool', { FAKE_LOG: log })).toEqual({
          log: ['take A', 'record A 0', 'wait B 0', 'copy B', 'give A', 'trim C'],
          // One piece of memory, the third of ten kinds that are counted.
          left: [2 ** 35, 2 ** 35],
        });
      },
    );

    it("calls a library's routine with every kind of argument, and tells its status", { timeout: 300_000 }, () => {
      const status = 'CUBLAS_STATUS_13: calling fakeFailure';
      const refused = 'LIBRARY_REFUSED: calling cusparseSpMV_bufferSize: cusparse does not support this (status 10)';
      const missing = 'LIBRARY_MISSING: opening noSuchLibrary: the addon knows no library of this name';
      expect(run('called')).toEqual({
        given: [0.75, -5, 2 ** 40, 10, -0.5],
        worked: [64],
        refused: `Error: ${refused}`,
        status: `Error: ${status}`,
        routine: 'Error: LIBRARY_MISSING: opening cublas: it has no noSuchRoutine',
        library: `Error: ${missing}`,
        many: 'Error: SPMV_FAILED: reading a call: it has more than 24 arguments',
        libraries: ['cusparse', 'cublas'],
        left: 0,
      });
      expect(asSpmvError(new Error(status))).toMatchObject({
        code: 'BACKEND.FAILED',
        details: { driverCode: 'CUBLAS_STATUS_13' },
      });
      expect(asSpmvError(new Error(refused))).toMatchObject({ code: 'KERNEL.REFUSED' });
      expect(asSpmvError(new Error(missing))).toMatchObject({ code: 'BACKEND.UNAVAILABLE' });
    });

    it('turns an exception of the C++ library into one of JavaScript', { timeout: 300_000 }, () => {
      expect(run('badAlloc')).toEqual({ allocate: 'Error: std::bad_alloc', sparse: 'Error: std::bad_alloc', left: 0 });
      expect(asSpmvError(new Error('std::bad_alloc'))).toMatchObject({
        code: 'BACKEND.OUT_OF_MEMORY',
        message: expect.stringContaining('host'),
      });
    });

    it(
      'takes nothing for a buffer, module or operator that is none, and copies within buffers alone',
      { timeout: 300_000 },
      () => {
        const tag = (kind: string): unknown =>
          expect.stringContaining(
            `TypeError: SPMV_TYPE: reading an argument: it is no ${kind} of this addon (${version})`,
          );
        const range = expect.stringMatching(/^RangeError: SPMV_RANGE/);
        expect(run('tags')).toEqual({
          module: tag('module'),
          argument: tag('buffer'),
          plain: tag('buffer'),
          device: tag('buffer'),
          evict: tag('operator'),
          timed: tag('buffer'),
          place: 'Error: SPMV_FAILED: reading an argument: no such operand',
          many: 'Error: SPMV_FAILED: reading operands: too many',
          library: tag('buffer'),
          receiver: expect.stringContaining('TypeError: Illegal invocation'),
          negative: range,
          wrapping: range,
          beyond: range,
          works: 'yes',
        });
      },
    );

    it("copies in order without Node's pool, which reads and writes files meanwhile", { timeout: 300_000 }, () => {
      const hold = join(folder, 'go');
      rmSync(hold, { force: true });
      // One thread, and copies that end when that thread has written a file.
      expect(run('pool', { FAKE_HOLD: hold, UV_THREADPOOL_SIZE: '1' })).toEqual({ read: true, right: true });
      expect(existsSync(hold)).toBe(true);
    });

    it('copies to the device beside products that do not use what is filled', { timeout: 300_000 }, () => {
      const log = join(folder, 'log');
      rmSync(log, { force: true });
      expect(run('uploads', { FAKE_LOG: log })).toEqual({
        // Copies on stream A, products on stream B; a product is launched when the copy it needs has ended.
        log: [
          'copy A',
          'launch B',
          // Nothing uses the second buffer: the first product may still run. The mark after it is for the next copy.
          'record B 0',
          'copy A',
          'launch B',
          // Into the first buffer again, once the first product has ended, beside the second.
          'record B 1',
          'wait A 0',
          'copy A',
          'launch B',
          // Into the buffer that the last product uses: after it.
          'record B 0',
          'wait A 0',
          'copy A',
          'launch B',
        ],
      });
    });

    it('multiplies a matrix that stays on the host piece by piece, as it does the whole', { timeout: 300_000 }, () => {
      expect(run('pieces')).toEqual({
        differences: [0, 0, 0, 0, 0],
        most: expect.closeTo(1.626, 3),
        streaming: { pieces: 5, bytes: expect.any(Number), bytesPerSecond: expect.any(Number) },
        bytesResident: expect.any(Number),
        samples: 3,
        left: 0,
      });
    });

    it(
      'copies a piece while the one before is multiplied, and into a place that nothing reads',
      { timeout: 300_000 },
      () => {
        const log = join(folder, 'log');
        rmSync(log, { force: true });
        const first = ['copy A', 'record A 0', 'wait B 0', 'launch B', 'record B 1'];
        const second = ['copy A', 'record A 2', 'wait B 2', 'launch B', 'record B 3'];
        const third = ['copy A', 'record A 4', 'wait B 4', 'launch B', 'record B 5'];
        expect(run('pieceLog', { FAKE_LOG: log })).toEqual({
          log: [...first, ...second, ...third, 'wait A 1', ...first],
        });
      },
    );

    it(
      'takes no more of a device than it is told to, and locks no more of the host than there is',
      { timeout: 300_000 },
      () => {
        const found = run('memoryLimit') as Readonly<Record<string, string>>;
        const limit =
          "allocating 401 bytes for 'second': the device was opened with a limit of 1000 bytes, of which 600 are taken";
        expect(found).toEqual({
          second: `Error: CUDA_ERROR_OUT_OF_MEMORY: ${limit}`,
          free: 400,
          third: 'nothing',
          locked: expect.stringContaining("locking 2147483648 bytes of host memory for 'stripe 1 of 9'"),
          beyond: expect.stringContaining('SPMV_RANGE'),
          none: expect.stringContaining('SPMV_FAILED'),
        });
        expect(asSpmvError(new Error((found['second'] ?? '').slice('Error: '.length)))).toMatchObject({
          code: 'BACKEND.OUT_OF_MEMORY',
          details: { array: 'second', bytes: 401 },
        });
        expect(asSpmvError(new Error((found['locked'] ?? '').slice('Error: '.length)))).toMatchObject({
          code: 'BACKEND.OUT_OF_MEMORY',
          message: expect.stringMatching(/host cannot lock 2\.15 GB of memory for 'stripe 1 of 9'/u),
        });
      },
    );

    it(
      'copies between devices after what both were told before, and lets sources go on once that has arrived',
      { timeout: 300_000 },
      () => {
        const log = join(folder, 'exchange-log');
        rmSync(log, { force: true });
        const range = expect.stringMatching(/^RangeError: SPMV_RANGE/);
        expect(run('exchanged', { FAKE_LOG: log })).toEqual({
          ...EXCHANGED,
          place: range,
          none: range,
          device: expect.stringMatching(/^TypeError: SPMV_TYPE.*another device/),
          beyond: range,
          few: range,
          throwing: 'Error: thrown while recording',
          nested: 'Error: SPMV_FAILED: recording: something is being recorded already',
          part: range,
          negative: range,
        });
      },
    );

    it('waits for a copy before the worker whose array it fills ends', { timeout: 300_000 }, () => {
      const hold = join(folder, 'go');
      rmSync(hold, { force: true });
      expect(run('worker', { FAKE_HOLD: hold })).toEqual({ code: 1 });
    });
  },
);
