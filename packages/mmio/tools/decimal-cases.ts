// Decimals to test reading with: random ones of every shape, and ones that lie on or beside the middle between two float64.

function generator(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    let mixed = state ^ (state >>> 15);
    mixed = Math.imul(mixed, 0x2c1b3c6d);
    return ((mixed ^ (mixed >>> 12)) >>> 0) / 2 ** 32;
  };
}

/** The exact decimal expansion of c · 2^q, plus `nudge` in its last digit. */
function exactText(c: bigint, q: number, nudge: bigint): string {
  if (q >= 0) return String((c << BigInt(q)) + nudge);
  const digits = String((c * 10n ** BigInt(-q)) / (1n << BigInt(-q)) + nudge).padStart(1 - q, '0');
  return `${digits.slice(0, digits.length + q)}.${digits.slice(digits.length + q)}`;
}

/** Known difficult decimals: ends of the ranges, exact middles, many digits. */
export function hardCases(): readonly string[] {
  const many = '9007199254740993';
  return [
    '0',
    '-0',
    '0.0',
    '-0.000',
    '0e5',
    '5e-324',
    '2.4703282292062327e-324',
    '2.4703282292062328e-324',
    '2.2250738585072011e-308',
    '2.2250738585072014e-308',
    '1.7976931348623157e308',
    '1.7976931348623158e308',
    '1.7976931348623159e308',
    '1e308',
    '1e309',
    '1e-308',
    '1e-323',
    '9007199254740992',
    many,
    '9007199254740994',
    `${many}.0`,
    `${many}.00000000000000000001`,
    '90071992547409930e-1',
    '9007199254740992.5',
    '4503599627370496.5',
    '4503599627370497.5',
    '0.500000000000000166533453693773481063544750213623046875',
    '6.631236846766476e-316',
    '3.2378839133029012895883524125015321748630094e-319',
    '1.00000000000000011102230246251565404',
    '1.00000000000000011102230246251565405',
    '8.98846567431158e307',
    '123456789012345678901234567890',
    '1'.repeat(400),
    `0.${'0'.repeat(400)}1`,
    '9'.repeat(19),
    '18446744073709551615',
    '18446744073709551616',
    '9223372036854775807',
    '1e22',
    '1e23',
    '8.5e22',
    '123456789e-22',
    '1e-22',
    '1e-23',
    '.5',
    '5.',
    '00012.500',
    '1E+05',
    '1e005',
    '-1e-05',
    '1e0000000000000000000005',
    '7.2057594037927933e16',
    '9.5367431640625e-07',
  ];
}

/** `count` random decimals of every shape, the same for the same seed. */
export function* decimalCases(seed: number, count: number): Generator<string> {
  const random = generator(seed);
  const view = new DataView(new ArrayBuffer(8));
  const below = (n: number): number => Math.floor(random() * n);
  const digits = (n: number): string => Array.from({ length: n }, () => below(10)).join('');
  const anyFinite = (): number => {
    for (;;) {
      view.setUint32(0, below(2 ** 32));
      view.setUint32(4, below(2 ** 32));
      const value = view.getFloat64(0);
      if (Number.isFinite(value)) return value;
    }
  };
  const middle = (): string => {
    const value = Math.abs((random() - 0.5) * 10 ** (below(40) - 20));
    view.setFloat64(0, value);
    const bits = view.getBigUint64(0);
    const q = Number(bits >> 52n) - 1076;
    return value === 0
      ? '0'
      : exactText(2n * ((bits & 0xfffffffffffffn) | 0x10000000000000n) + 1n, q, BigInt(below(3) - 1));
  };
  const shapes: readonly (() => string)[] = [
    () => String(anyFinite()),
    () => anyFinite().toExponential(below(21)),
    () => `${random() < 0.5 ? '-' : ''}${digits(1 + below(25))}.${digits(below(25))}`,
    () => `${digits(1 + below(20))}e${below(80) - 40}`,
    middle,
    () => (random() * 1e6).toFixed(below(20)),
    () => `0.${'0'.repeat(below(12))}${digits(1 + below(22))}${random() < 0.3 ? `e-${below(300)}` : ''}`,
    () =>
      `${BigInt(Math.floor(2 ** 53 * (1 + random() * 10))) * BigInt(1 + below(3))}${random() < 0.5 ? `e${below(30) - 15}` : ''}`,
    () => `${below(1000)}.${digits(15 + below(4))}E${random() < 0.5 ? '+' : '-'}${digits(1 + below(2))}`,
  ];
  for (let k = 0; k < count; k++) yield shapes[k % shapes.length]?.() ?? '0';
}
