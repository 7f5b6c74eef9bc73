import { readsLargeFile } from '../../../large-file.mjs';
import { report } from '../../../report.mjs';

export const dynamic = 'force-dynamic';

export async function GET() {
  return Response.json({ ...(await report()), file: await readsLargeFile() });
}
