import type { JSX } from 'preact';
import type { LongRow } from '../matrix/protocol.ts';
import type { PanelProps } from '../panel.ts';

/** Rows before a long one that are shown with it. */
const BEFORE = 7;

interface Props {
  readonly row: LongRow;
  /** Whether it is one of the second matrix. */
  readonly isBeside: boolean;
  readonly linkTo: PanelProps['linkTo'];
}

/** The way to a long row in *Learn*, at the step in which the lanes of the others wait for it. */
export function LongRowLink({ row: { row, col }, isBeside, linkTo }: Props): JSX.Element {
  const link = linkTo('teach', {
    of: isBeside ? 'beside' : '',
    row: String(Math.max(0, row - BEFORE)),
    col: String(col),
    size: '32',
    kernel: 'csr-scalar',
    step: 'waiting',
    edits: '',
    lesson: '',
    question: '',
  });
  return <a href={link}>See who waits for it</a>;
}
