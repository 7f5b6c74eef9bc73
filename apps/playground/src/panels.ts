import type { Panel } from './panel.ts';

/** The panels in the order of their tabs. One line each: what a panel does is in its own folder. */
export const PANELS: readonly Panel[] = [
  { id: 'data', title: 'See', showsBoth: true, load: () => import('./data/panel.tsx') },
  { id: 'run', title: 'Run', load: () => import('./run/panel.tsx') },
  { id: 'teach', title: 'Learn', load: () => import('./teach/panel.tsx') },
];

/** The panel of an id; the first where there is none. */
export function panelAt(id: string): Panel | undefined {
  return PANELS.find((each) => each.id === id) ?? PANELS[0];
}
