/** What the fourth number of a slice says. */
export interface SliceFacts {
  readonly steps: number;
  readonly lanesLog: number;
  readonly bytes: number;
  /** All lanes busy in every step and neighbouring rows: no segments. */
  readonly plain: boolean;
  /** The slice holds a part of a split row. */
  readonly split: boolean;
}

export function packFacts(facts: SliceFacts): number {
  return (
    facts.steps |
    (facts.lanesLog << 16) |
    ((facts.bytes >> 1) << 20) |
    (Number(facts.plain) << 22) |
    (Number(facts.split) << 23)
  );
}

export function unpackFacts(packed: number): SliceFacts {
  return {
    steps: packed & 0xffff,
    lanesLog: (packed >> 16) & 0xf,
    bytes: 1 << ((packed >> 20) & 3),
    plain: ((packed >> 22) & 1) === 1,
    split: ((packed >> 23) & 1) === 1,
  };
}
