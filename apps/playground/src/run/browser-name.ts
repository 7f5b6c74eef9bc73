/** The part of `navigator` that names the browser. */
export interface NamedNavigator {
  readonly userAgent: string;
  readonly userAgentData?: {
    readonly brands: readonly { readonly brand: string; readonly version: string }[];
    readonly platform: string;
  };
}

/** Chromium names itself by brands, of which some are there to be ignored; others by their user agent. */
export function browserName({ userAgent, userAgentData }: NamedNavigator): string {
  const named = userAgentData?.brands.filter(({ brand }) => !/not.?a.?brand/iu.test(brand.replaceAll(/[^a-z]/giu, '')));
  const best = named?.find(({ brand }) => brand !== 'Chromium') ?? named?.[0];
  if (best) return `${best.brand} ${best.version}`;
  const found = /(?:Firefox|Edg|Chrome|Version)\/[\d.]+(?=.*?(Safari)?)/u.exec(userAgent)?.[0] ?? '';
  return found.replace('Version/', 'Safari ').replace('Edg/', 'Edge ').replace('/', ' ') || 'unknown';
}

/** The system, as the browser tells. */
export function systemName({ userAgent, userAgentData }: NamedNavigator): string {
  return userAgentData?.platform || (/\(([^;)]+)/u.exec(userAgent)?.[1] ?? 'unknown');
}
