import { describe, expect, test } from 'vitest';
import { collectCodes } from '../../errors/collect-codes.ts';
import { entryProblems, parseErrorPage } from '../../errors/error-page.ts';

const codes = (source: string): readonly string[] => collectCodes([['a.ts', source]]).uses.map(({ code }) => code);

describe('codes in sources', () => {
  test('whole codes are found wherever they stand', () => {
    expect(
      codes(`throw new SpmvError('OPERAND.LENGTH', m, o); const c: Code = flag ? 'MMIO.COUNT' : "MMIO.TOKENS";`),
    ).toEqual(['OPERAND.LENGTH', 'MMIO.COUNT', 'MMIO.TOKENS']);
    expect(codes(`const s = 'Math.PI'; const t = 'OPERAND.length'; // 'PARAM.COMMENT'`)).toEqual([]);
  });

  test("a helper's codes are completed from a literal, or from a choice of two", () => {
    const helper = 'function fail(m: string, code: string): Error { return new SpmvError(`KERNEL.${code}`, m, o); }';
    expect(codes(`${helper} throw fail('x', 'NONE'); throw fail('y', a ? 'ONE' : 'TWO');`)).toEqual([
      'KERNEL.NONE',
      'KERNEL.ONE',
      'KERNEL.TWO',
    ]);
    expect(codes("const fail = (code: string) => new SpmvError(`PARAM.${code}`, m, o); fail('ODD');")).toEqual([
      'PARAM.ODD',
    ]);
  });

  test('a helper is found in another file of the package', () => {
    const helper = [
      'a.ts',
      'export function fail(code: string) { return new SpmvError(`MMIO.${code}`, m, o); }',
    ] as const;
    expect(collectCodes([['b.ts', `import { fail } from './a.ts'; throw fail('GZIP');`], helper]).uses).toEqual([
      { code: 'MMIO.GZIP', file: 'b.ts', line: 1 },
    ]);
  });

  test('codes that cannot be read are reported', () => {
    expect(collectCodes([['a.ts', 'throw new SpmvError(`KERNEL.${why()}`, m, o);']]).unreadable).toEqual(['a.ts:1']);
    expect(collectCodes([['a.ts', 'function f(c: string) { return `KERNEL.${c}`; }\nf(why);']]).unreadable).toEqual([
      'a.ts:2',
    ]);
    expect(collectCodes([['a.ts', 'type Code = `KERNEL.${string}`;']]).unreadable).toEqual([]);
  });
});

describe('the page', () => {
  const text =
    '# Errors\n\n```ts setup\nlet a;\n```\n\n## OPERAND\n\n### OPERAND.LENGTH\n\nMeaning.\n\n```ts\nf();\n```\n\nFix: do.\n\n### OPERAND.BARE\n';

  test('is read', () => {
    const page = parseErrorPage(text);
    expect(page.setup).toBe('let a;\n');
    expect(page.entries.map(({ code, example, line }) => [code, example, line])).toEqual([
      ['OPERAND.LENGTH', 'f();\n', 9],
      ['OPERAND.BARE', undefined, 19],
    ]);
  });

  test('incomplete entries are found', () => {
    expect(parseErrorPage(text).entries.map((entry) => entryProblems(entry).length)).toEqual([0, 3]);
  });
});
