/** The numbers that one gathering takes, by their names. */
export const GATHERED = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
