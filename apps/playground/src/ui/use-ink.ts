import { useEffect, useState } from 'preact/hooks';
import { onThemeChange } from './theme.ts';

/** Colours for a canvas, from the tokens of the theme. */
export interface CanvasInk {
  readonly entries: readonly [number, number, number];
  readonly paper: string;
  readonly line: string;
}

/** The value of a colour of the tokens, light or dark as it is now, as numbers. */
function resolved(name: string): string {
  const probe = document.createElement('span');
  // Forced colours would make every ink that of text.
  probe.style.forcedColorAdjust = 'none';
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function inkNow(): CanvasInk {
  const [red = 0, green = 0, blue = 0] = (resolved('--ink').match(/\d+/gu) ?? []).map(Number);
  return { entries: [red, green, blue], paper: resolved('--paper'), line: resolved('--line-strong') };
}

/** The colours of a canvas, made anew when the theme changes. */
export function useInk(): CanvasInk {
  const [ink, setInk] = useState(inkNow);
  useEffect(() => onThemeChange(() => setInk(inkNow())), []);
  return ink;
}
