import { cristofori } from './cristofori/cristofori.ts';
import { fraga } from './fraga/fraga.ts';
import type { Study } from './study.ts';
import { gunja } from './gunja/gunja.ts';
import { vazquez } from './vazquez/vazquez.ts';

/** The papers, in the order of their years. */
export const studies: readonly Study[] = [vazquez, fraga, cristofori, gunja];
