import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { editPackage, WORD_TEXTS } from '../../functions/engines/office/edit-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { unzip } from '../support/unzip.ts';
import { zip } from './package.ts';

const folder = temporaryFolder();
let job: { from: string; to: string };

beforeEach(() => {
  const name = join(folder, `${Math.random()}`);
  job = { from: `${name}.docx`, to: `${name}-edited.docx` };
});

describe('the texts of a document', () => {
  it('are changed, and all else stays', async () => {
    writeFileSync(job.from, await zip({ 'word/document.xml': '<a/>', 'word/footnotes.xml': '<b/>', 'x.png': '<a/>' }));
    expect(await editPackage(job, WORD_TEXTS, (xml) => xml.replace('a', 'c'))).toBe(true);
    const files = unzip(readFileSync(job.to));
    expect([...files].map(([name, content]) => [name, String(content)])).toEqual([
      ['word/document.xml', '<c/>'],
      ['word/footnotes.xml', '<b/>'],
      ['x.png', '<a/>'],
    ]);
  });

  it('are looked at up to a size of all of them together', async () => {
    const part = Buffer.alloc(60_000_000, 'a');
    const names = Array.from({ length: 5 }, (_, index) => `word/document${index}.xml`);
    writeFileSync(job.from, await zip(Object.fromEntries(names.map((name) => [name, part]))));
    let looked = 0;
    const edited = await editPackage(job, WORD_TEXTS, (xml) => {
      looked += xml.length;
      return `${xml}b`;
    });
    expect([edited, looked, existsSync(job.to)]).toEqual([false, 180_000_000, false]);
  });
});
