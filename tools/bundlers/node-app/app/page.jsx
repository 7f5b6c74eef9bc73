'use client';

import { report } from '../report.mjs';

export default function Page() {
  if (typeof window === 'object') globalThis.report ??= report();
  return <p>spmv</p>;
}
