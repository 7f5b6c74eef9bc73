// Writes docs/study-NAME.md for each paper: everything in it with whether it is here. A test holds the pages to what is drawn and judged.
// Usage: node --conditions=@spmv/source tools/study-pages.ts
import { writeFileSync } from 'node:fs';
import { studies, studyPage } from '@spmv/studies';

for (const study of studies) writeFileSync(new URL(`../docs/study-${study.id}.md`, import.meta.url), studyPage(study));
