import { committed } from '../support/committed.ts';

/** Three pages with outlines of two levels, and links on each page to the next, to the second by its name and to the web: see README.md. */
export const linkedPdf = (label: 'A' | 'B'): Buffer => committed(`pdfs/made/linked-${label}.pdf`);
