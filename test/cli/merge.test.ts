import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { office } from '../../functions/engines/office.ts';
import { qpdf } from '../../functions/engines/qpdf.ts';
import { flatOpenDocument } from '../documents/open-document.ts';
import { textOfPdf } from '../documents/read-result.ts';
import { askQpdf } from '../pdfs/ask-qpdf.ts';
import { linkedPdf } from '../pdfs/linked.ts';
import { useLocalService } from '../support/local-service.ts';
import { photo } from '../support/pictures.ts';
import { runFc, useFolder } from './run-fc.ts';

const service = useLocalService({ engines: [qpdf, office] });
const folder = useFolder();

const fc = (...args: string[]) => runFc(args, { cwd: folder.path, url: service.origin });
const pagesOf = async (name: string) =>
  Number((await askQpdf(['--show-npages'], await readFile(folder.file(name)))).stdout);

describe('fc merge', { timeout: 60_000 }, () => {
  it('joins PDF files and pictures in the order in which they are named', async () => {
    await writeFile(folder.file('b.pdf'), linkedPdf('B'));
    await writeFile(folder.file('.a.jpg'), await photo());
    expect(await fc('merge', 'b.pdf', '.a.jpg', 'b.pdf', '--out', 'c.pdf')).toMatchObject({ code: 0, stderr: '' });
    expect(await pagesOf('c.pdf')).toBe(7);
  });

  it('wants a place for the PDF, and files that are there', async () => {
    await writeFile(folder.file('b.pdf'), linkedPdf('B'));
    expect((await fc('merge', 'b.pdf', 'b.pdf')).code).toBe(2);
    expect((await fc('merge', 'b.pdf', 'none.pdf', '--out', 'd.pdf')).code).toBe(1);
  });

  it('makes PDF of documents first, and names one that cannot be read', async () => {
    await writeFile(folder.file('b.pdf'), linkedPdf('B'));
    await writeFile(folder.file('letter.fodt'), flatOpenDocument('text', '<text:p>Dear reader</text:p>'));
    expect(await fc('merge', 'b.pdf', 'letter.fodt', '--out', 'e.pdf')).toMatchObject({ code: 0, stderr: '' });
    expect(await pagesOf('e.pdf')).toBe(4);
    expect(textOfPdf(await readFile(folder.file('e.pdf')))).toContain('Dear reader');
    await writeFile(folder.file('damaged.docx'), 'PK\u0003\u0004 and no more');
    const { code, stderr } = await fc('merge', 'b.pdf', 'damaged.docx', '--out', 'f.pdf');
    expect(code).toBe(1);
    expect(stderr).toContain('"damaged.docx" cannot be joined: ');
  });
});
