import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { editPackage, WORD_TEXTS } from '../../functions/engines/office/edit-package.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { zip } from './package.ts';

const folder = temporaryFolder();
let job: { from: string; to: string };

beforeEach(() => {
  const name = join(folder, `${Math.random()}`);
  job = { from: `${name}.docx`, to: `${name}-edited.docx` };
});

describe('the texts of a document', () => {
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
