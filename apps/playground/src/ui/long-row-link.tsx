import type { JSX } from 'preact';
import type { LongRow } from '../matrix/protocol.ts';
import type { PanelProps } from '../panel.ts';

interface Props {
  readonly row: LongRow;
  /** Whether it is one of the second matrix. */
  readonly isBeside: boolean;
  readonly linkTo: PanelProps['linkTo'];
}

/** The way to a long row in *Learn*, at the step in which the lanes of the others wait for it. */
export function LongRowLink({ row: { warpRow, col }, isBeside, linkTo }: Props): JSX.Element {
  const link = linkTo('teach', {
    of: isBeside ? 'beside' : '',
    row: String(warpRow),
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
