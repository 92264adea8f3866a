import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { poppler } from '../../functions/engines/poppler.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { committed } from '../support/committed.ts';
import { convertContent, stopEnginesAfterwards } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

stopEnginesAfterwards();

const TOLD = { code: 'TOO_COMPLEX', message: expect.stringContaining('reach over 17179869184 cells') };
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

describe('a workbook with a cell far out', () => {
  it('is told before it is made into a table: xlsb', async () => {
    await expect(convertWithOffice(committed('documents/files/far.xlsb'), 'xlsb', 'csv')).rejects.toMatchObject(TOLD);
    expect(String((await convertWithOffice(committed('documents/files/near.xlsb'), 'xlsb', 'csv')).file)).toBe('a,1\n');
  });

  it('is told before it is made into a table: gnumeric', async () => {
    const near = committed('documents/files/near.gnumeric');
    const cell = '<gnm:Cell Row="1048575" Col="16383" ValueType="60">z</gnm:Cell></gnm:Cells>';
    const reaching = gzipSync(String(gunzipSync(near)).replace('</gnm:Cells>', cell));
    await expect(convertWithOffice(reaching, 'gnumeric', 'csv')).rejects.toMatchObject(TOLD);
    expect(String((await convertWithOffice(near, 'gnumeric', 'csv')).file)).toBe('a,1\n');
  });
});
