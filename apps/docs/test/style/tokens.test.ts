import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const text = readFileSync(new URL('../../style/tokens.css', import.meta.url), 'utf8');
const tokens = new Map(
  [...text.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/gu)].map(
    ([, name, light, dark]) => [name, { light, dark }] as const,
  ),
);

/** Relative luminance (WCAG 2.2). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string, scheme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => luminance(tokens.get(name)?.[scheme] ?? ''));
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05);
}

const PAPERS = ['paper', 'paper-soft', 'paper-code', 'paper-mark'];
const texts: readonly (readonly [ink: string, papers: readonly string[]])[] = [
  ['ink', [...PAPERS, 'padding', ...[0, 1, 2, 3, 4, 5].map((row) => `row-${row}`)]],
  ['ink-soft', [...PAPERS, 'padding']],
  ...['ink-link', 'ink-good', 'ink-bad'].map((ink) => [ink, PAPERS] as const),
  ...['word', 'string', 'number', 'name', 'note'].map((part) => [`code-${part}`, ['paper-code']] as const),
];

describe.each(['light', 'dark'] as const)('the colours in %s', (scheme) => {
  it.each(texts)('%s can be read on its papers: 4.5 : 1', (ink, papers) => {
    for (const paper of papers) expect(contrast(ink, paper, scheme), `${ink} on ${paper}`).toBeGreaterThanOrEqual(4.5);
  });

  it('a scale has steps that can be seen on paper, each farther from it than the one before', () => {
    const steps = [0, 1, 2].map((step) => contrast(`scale-${step}`, 'paper', scheme));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(3);
    expect([...steps].sort((a, b) => a - b)).toEqual(steps);
  });

  it.each(['line-strong', 'focus'])('%s can be seen on papers: 3 : 1', (line) => {
    for (const paper of ['paper', 'paper-soft'])
      expect(contrast(line, paper, scheme), `${line} on ${paper}`).toBeGreaterThanOrEqual(3);
  });
});
