import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { convertContent, stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const place = mkdtempSync(join(tmpdir(), 'office-old-'));
afterAll(() => rmSync(place, { recursive: true, force: true }));
const sample = (name: string) => readFileSync(join(import.meta.dirname, '../documents/files', name));

/** Where the newest edit of the sample lies: its stream begins behind the header. */
const EDIT = 512 + sample('numbered.ppt').subarray(512).indexOf(Buffer.from('0000f50f1c000000', 'hex'));

describe('a presentation', () => {
  it('that names too low a highest number of its objects is read, with all its slides and pictures', async () => {
    const { file } = await convertWithOffice(sample('numbered.ppt'), 'ppt', 'odp');
    const files = unzip(file);
    expect(String(files.get('content.xml')).match(/<draw:page /g)).toHaveLength(4);
    expect([...files.keys()].filter((name) => name.startsWith('Pictures/')).length).toBeGreaterThan(0);
    const { file: pages } = await convertWithOffice(sample('numbered.ppt'), 'ppt', 'pdf');
    const { path, format } = await convertContent(poppler, place, pages, ['pdf', 'png']);
    expect(format).toBe('zip');
    expect(unzip(readFileSync(path)).size).toBe(4);
  });

  it('whose edits lead in a circle is unreadable: its slides would be empty', async () => {
    const circle = sample('numbered.ppt');
    circle.writeUInt32LE(EDIT - 512, EDIT + 16);
    await expect(convertWithOffice(circle, 'ppt', 'pdf')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('a document of Word 2', () => {
  it('is known by how it begins, and read', async () => {
    const file = sample('word2.doc');
    expect(await detectFormat(file, 'letter')).toBe('doc');
    const { file: text } = await convertWithOffice(file, 'doc', 'txt');
    expect(String(text).match(/lorem/g)?.length).toBeGreaterThan(100);
  });

  it('is unreadable without its end', async () => {
    const file = sample('word2.doc');
    await expect(convertWithOffice(file.subarray(0, -1000), 'doc', 'txt')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });
});
