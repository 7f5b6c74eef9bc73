// Areas of the module's memory; the same numbers stand in src/wasm/inflater.ts.

/** Sixteen tables of 256 for the checksum. */
export const CRC: usize = 0;
/** What the next bits stand for, by their value. */
export const LITERALS: usize = 0x4000;
export const DISTANCES: usize = 0x6000;
/** Lengths of the codes of a block, a byte each, while its tables are made. */
export const LENGTHS: usize = 0x7000;
/** Codes in their canonical order: how many there are of each length, then their symbols. */
export const LITERAL_CODE: usize = 0x7200;
export const DISTANCE_CODE: usize = 0x7500;
export const LENGTH_CODE: usize = 0x7600;
/** 2^17 bytes of gzip, and 16 behind them that are read and not used. */
export const INPUT: usize = 0x8000;
/** The window of 2^15 bytes that distances reach back to, then 2^18 bytes of text, and what a last match may write beyond. */
export const OUTPUT: usize = 0x30000;
export const WINDOW: usize = 0x8000;
export const ROOM: usize = 0x40000;
