import type { RunProvenance } from './provenance.ts';

/** What came of a step. */
export interface StepResult {
  readonly id: string;
  readonly status: string;
  readonly seconds: number;
  /** Its last line of JSON. */
  readonly found?: Readonly<Record<string, unknown>>;
  /** Its last lines otherwise. */
  readonly tail: readonly string[];
}

/** What came of the steps, as a table for people. */
export function table({
  date,
  commit,
  driver,
  node,
  steps,
}: RunProvenance & { readonly steps: readonly StepResult[] }): string {
  const cell = (value: unknown): string =>
    typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  const rows = steps.flatMap(({ id, status, seconds, found, tail }) => {
    const cases = found?.['cases'] as readonly Readonly<Record<string, unknown>>[] | undefined;
    if (Array.isArray(cases))
      return (cases as readonly Readonly<Record<string, unknown>>[]).map(({ name, ...rest }) => [
        `${id}: ${String(name)}`,
        status,
        seconds,
        Object.entries(rest)
          .map(([key, value]) => `${key} ${cell(value)}`)
          .join(', '),
      ]);
    return [
      [
        id,
        status,
        seconds,
        found
          ? Object.entries(found)
              .map(([key, value]) => `${key} ${cell(value)}`)
              .join(', ')
          : (tail.at(-1) ?? ''),
      ],
    ];
  });
  return `# Tests that need a GPU\n\n${date}, commit ${commit}, driver ${driver}, Node ${node}.\n\n| step | status | seconds | found |\n|---|---|---|---|\n${rows.map((row) => `| ${row.join(' | ')} |`).join('\n')}\n`;
}
