import { lineAt } from '../lint/syntax.ts';

/** One code on the page. */
export interface ErrorEntry {
  readonly code: string;
  readonly line: number;
  /** What follows the heading. */
  readonly body: string;
  /** The example in TypeScript, when it has one. */
  readonly example: string | undefined;
  /** The example in a terminal, when it has one. */
  readonly session: string | undefined;
}

/** docs/errors.md as data. */
export interface ErrorPage {
  /** What every example begins with. */
  readonly setup: string;
  readonly entries: readonly ErrorEntry[];
}

/** Reads the page: `### CODE`, its meaning, an example in a fence, and a paragraph that begins with `Fix:`. */
export function parseErrorPage(text: string): ErrorPage {
  const heads = [...text.matchAll(/^#{2,3} +(.+?) *$/gmu)];
  const entries = heads.flatMap((head, at) => {
    if (!head[0].startsWith('### ')) return [];
    const body = text.slice(head.index + head[0].length, heads[at + 1]?.index ?? text.length);
    return [
      {
        code: head[1] ?? '',
        line: lineAt(text, head.index),
        body,
        example: fence(body, 'ts'),
        session: fence(body, 'console'),
      },
    ];
  });
  return { setup: fence(text, 'ts setup') ?? '', entries };
}

function fence(text: string, language: string): string | undefined {
  const begin = text.indexOf(`\n\`\`\`${language}\n`);
  if (begin === -1) return undefined;
  const from = begin + language.length + 5;
  return text.slice(from, text.indexOf('\n```', from) + 1);
}

/** What an entry lacks of meaning, example and fix. */
export function entryProblems(entry: ErrorEntry): readonly string[] {
  const prose = entry.body.split('```')[0]?.trim() ?? '';
  return [
    ...(prose === '' || prose.startsWith('Fix:') ? ['says nothing of what it means'] : []),
    ...(/^```(?:ts|console|text|sh)$/mu.test(entry.body) ? [] : ['has no example that produces it']),
    ...(/^Fix: \S/mu.test(entry.body) ? [] : [`has no paragraph 'Fix: …'`]),
  ];
}
