import type { Panel } from './panel.ts';

/** The panels in the order of their tabs. One line each: what a panel does is in its own folder. */
export const PANELS: readonly Panel[] = [
  {
    id: 'data',
    title: 'See',
    showsBoth: true,
    keeps: ['format', 'versus', 'colour'],
    load: () => import('./data/panel.tsx'),
  },
  { id: 'run', title: 'Run', keeps: ['backend', 'precision', 'budget'], load: () => import('./run/panel.tsx') },
  {
    id: 'teach',
    title: 'Learn',
    keeps: ['kernel', 'versus', 'size', 'C', 'sigma', 'fraction'],
    load: () => import('./teach/panel.tsx'),
  },
  { id: 'product', title: 'A·B', showsBoth: true, keeps: [], load: () => import('./product/panel.tsx') },
  { id: 'solve', title: 'Solve', keeps: [], load: () => import('./solve/panel.tsx') },
];

/** The names in the address of what panels keep whatever the matrix is. */
export const LASTING: ReadonlySet<string> = new Set(
  PANELS.flatMap(({ id, keeps }) => keeps.map((key) => `${id}.${key}`)),
);

/** The panel of an id; the first where there is none. */
export function panelAt(id: string): Panel | undefined {
  return PANELS.find((each) => each.id === id) ?? PANELS[0];
}
