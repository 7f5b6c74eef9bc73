import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { libcOf } from '../src/node/libc.ts';
import { needsLinux } from '../../../tools/needs.ts';

const program = (interpreter: string): Uint8Array =>
  Buffer.from(`\u007fELF\0\0\u0001\0${interpreter}\0\0ld.so`, 'latin1');

describe('the C library of a program', () => {
  it.each([
    ['/lib64/ld-linux-x86-64.so.2', 'gnu'],
    ['/lib/ld-linux-aarch64.so.1', 'gnu'],
    ['/lib64/ld64.so.2', 'gnu'],
    ['/nix/store/0abc-glibc-2.40/lib/ld-linux-x86-64.so.2', 'gnu'],
    ['/lib/ld-musl-x86_64.so.1', 'musl'],
    ['', undefined],
  ] as const)('whose interpreter is %s', (interpreter, library) => {
    expect(libcOf(program(interpreter))).toBe(library);
  });

  it('that runs this test is the one that Node reports', needsLinux(), () => {
    const { header } = process.report.getReport() as { readonly header: Readonly<Record<string, unknown>> };
    const head = readFileSync(process.execPath).subarray(0, 4096);
    expect(libcOf(head)).toBe(header['glibcVersionRuntime'] === undefined ? 'musl' : 'gnu');
  });
});
