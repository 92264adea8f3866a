import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { committed } from '../support/committed.ts';

describe('a document of Word 2', () => {
  it('is detected by its first bytes, and read', async () => {
    const file = committed('documents/files/word2.doc');
    expect(await detectFormat(file, 'letter')).toBe('doc');
    const { file: text } = await convertWithOffice(file, 'doc', 'txt');
    expect(String(text).match(/lorem/g)?.length).toBeGreaterThan(100);
  });

  it('is unreadable without its end', async () => {
    const file = committed('documents/files/word2.doc');
    await expect(convertWithOffice(file.subarray(0, -1000), 'doc', 'txt')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
    });
  });
});
