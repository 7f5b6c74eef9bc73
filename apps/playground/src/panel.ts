import type { ComponentType } from 'preact';
import type { Choices } from './state/place.ts';
import type { HeldMatrix } from './matrix/client.ts';
import type { SourceName } from './matrix/source.ts';
import type { Belongings } from './state/belongings.ts';

/** What a panel is given. It draws below the matrix, of which there is one, or a second beside it to compare with. */
export interface PanelProps {
  readonly matrix: HeldMatrix;
  /** Its name in the address. */
  readonly source: SourceName;
  /** The second matrix of a comparison, for a panel that shows both. */
  readonly beside: HeldMatrix | undefined;
  /** Kept while another panel is shown, and while another matrix is. */
  readonly belongings: Belongings;
  /** What the address holds for this panel: its own keys, without the prefix. */
  readonly choices: Choices;
  /** Changes some of them; an empty text takes a key out of the address. */
  choose(changed: Choices): void;
  /** The address of another panel for the same matrices, with choices of its own. */
  linkTo(panel: string, choices: Choices): string;
  /** Loads the page anew, isolated. Rejects where the files that are shown could not be kept. */
  reload(): Promise<void>;
}

/** A panel: a plain description. Its code is loaded when it is opened. */
export interface Panel {
  /** In the address, and before the names of its choices: `run` → `run.backend`. */
  readonly id: string;
  readonly title: string;
  /** Whether it shows two matrices beside each other; else a person chooses of which of them it tells. */
  readonly showsBoth?: true;
  /** Its choices that mean the same of any matrix: the others go when another one is opened, or it is closed. */
  readonly keeps: readonly string[];
  load(): Promise<{ readonly Panel: ComponentType<PanelProps> }>;
}
