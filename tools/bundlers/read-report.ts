import { openPage } from '../browser/run-job.ts';

/** One product of the page: how well it was computed, or why not. */
export interface ReportedProduct {
  readonly name: string;
  readonly errorRatio?: number;
  readonly code?: string;
  readonly message?: string;
  readonly fix?: string;
}

/** What the page found out about a backend. */
export interface BackendReport {
  readonly id: string;
  readonly available: boolean;
  readonly reason?: string;
  readonly fix?: string;
  readonly products: readonly ReportedProduct[];
}

/** What the application in `app` reports. */
export interface PageReport {
  readonly isolated: boolean;
  readonly backends: Readonly<Record<string, BackendReport>>;
  /** What `openMatrix` made of two small matrices, or its error. */
  readonly frontDoor:
    | {
        readonly products: readonly (readonly number[])[];
        readonly solution: { readonly converged: boolean; readonly x: readonly number[] };
      }
    | Omit<ReportedProduct, 'errorRatio'>;
}

/** Opens the application and waits for its report. `query` chooses what it runs. Errors of the page are thrown here. */
export async function readReport(url: string, query: Readonly<Record<string, string>> = {}): Promise<PageReport> {
  return openPage(`${url}?${new URLSearchParams(query).toString()}`, async (page) => {
    await page.waitForFunction('"report" in globalThis');
    return page.evaluate<PageReport>('globalThis.report');
  });
}
