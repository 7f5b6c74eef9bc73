import { useEffect, useState } from 'preact/hooks';
import { onThemeChange } from './theme.ts';

/** Red, green and blue, 0 … 255. */
export type Rgb = readonly [number, number, number];

/** Colours for a canvas, from the tokens of the theme. */
export interface CanvasInk {
  readonly entries: Rgb;
  /** Of small, middling and large entries. */
  readonly scale: readonly [Rgb, Rgb, Rgb];
  /** Of cold, warm and hot places. */
  readonly heat: readonly [Rgb, Rgb, Rgb];
  /** Of entries that are not finite. */
  readonly bad: Rgb;
  readonly paper: string;
  /** Of what is pointed out. */
  readonly mark: string;
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

function rgbOf(name: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (resolved(name).match(/\d+/gu) ?? []).map(Number);
  return [red, green, blue];
}

function inkNow(): CanvasInk {
  return {
    entries: rgbOf('--ink'),
    scale: [rgbOf('--scale-0'), rgbOf('--scale-1'), rgbOf('--scale-2')],
    heat: [rgbOf('--heat-0'), rgbOf('--heat-1'), rgbOf('--heat-2')],
    bad: rgbOf('--ink-bad'),
    paper: resolved('--paper'),
    mark: resolved('--ink-link'),
    line: resolved('--line-strong'),
  };
}

/** The colours of a canvas, made anew when the theme changes. */
export function useInk(): CanvasInk {
  const [ink, setInk] = useState(inkNow);
  useEffect(() => onThemeChange(() => setInk(inkNow())), []);
  return ink;
}
