import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { showTheme, storedTheme, THEMES } from './theme.ts';

/** Light, dark, or as the system has it. */
export function ThemeChooser(): JSX.Element {
  const [theme, setTheme] = useState(storedTheme);
  return (
    <label class="theme">
      <span class="sr-only">Colours</span>
      <select
        value={theme}
        onChange={({ currentTarget }) => {
          const next = THEMES.find((each) => each === currentTarget.value) ?? 'system';
          setTheme(next);
          showTheme(next);
        }}
      >
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
