/** What came of the steps, as a table for people. */
export function table({ date, commit, driver, node, steps }) {
  const cell = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
  const rows = steps.flatMap(({ id, status, seconds, found, tail }) => {
    const cases = found?.cases;
    if (Array.isArray(cases))
      return cases.map(({ name, ...rest }) => [
        `${id}: ${name}`,
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
