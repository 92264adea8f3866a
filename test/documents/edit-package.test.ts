import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { editPackage, WORD_TEXTS } from '../../functions/engines/office/edit-package.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { zip } from './package.ts';

const folder = temporaryFolder();

it('the texts of a document are looked at up to a size of all of them together', async () => {
  const part = Buffer.alloc(60_000_000, 'a');
  const parts = Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`word/document${index}.xml`, part]));
  const job = { from: saverIn(folder)('a.docx', await zip(parts)), to: join(folder, 'edited.docx') };
  let looked = 0;
  const edited = await editPackage(job, WORD_TEXTS, (xml) => {
    looked += xml.length;
    return `${xml}b`;
  });
  expect([edited, looked, existsSync(job.to)]).toEqual([false, 180_000_000, false]);
});
