import type { Study } from './study.ts';

/** The papers, in the order of their years. */
export const studies: readonly Study[] = [];
