import type { SQSEvent } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/drop-folder/handler.ts';
import { docx } from '../documents/office-open-xml.ts';
import { photo } from '../support/pictures.ts';
import { MADE, useDropFolder } from './use-drop-folder.ts';

const here = useDropFolder({ prefix: 'in/', into: MADE, outPrefix: 'out/', to: 'pdf', suffixes: ['.docx', '.jpg'] });

describe('the function of a drop folder, which gets each event twice', { timeout: 120_000 }, () => {
  it('stores the results, and beside them reports of what could not be converted', async () => {
    await here.put('in/acme/letter.docx', await docx(['Dear reader']));
    await here.put('in/picture.JPG', await photo(40, 30));
    await here.put('in/broken.docx', Buffer.from('PK\u0003\u0004 nothing of the kind'));
    await here.put('in/left-alone.txt', Buffer.from('text'));
    await here.put('elsewhere/letter.docx', await docx(['Dear reader']));
    expect((await here.arrival('out/acme/letter.docx.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect((await here.arrival('out/picture.JPG.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    const failure = JSON.parse((await here.arrival('out/broken.docx.error.json')).toString());
    expect(failure).toMatchObject({ success: false, code: expect.stringMatching(/^[A-Z_]+$/), file: 'in/broken.docx' });
    expect(failure.error).toMatch(/^[A-Z].*\.$/);
    await expect.poll(() => here.stored()).toEqual([]);
    for (const name of ['left-alone.txt.pdf', 'left-alone.txt.error.json', 'broken.docx.pdf'])
      expect(await here.get(`out/${name}`)).toBeUndefined();
  });

  it.each([
    ['no JSON', '{'],
    ['no texts', '{"detail":{"bucket":{"name":1},"object":{"key":[]}}}'],
    ['half a character', '{"detail":{"bucket":{"name":"made"},"object":{"key":"in/\\ud800.docx"}}}'],
  ])('does not stumble over a message with %s', async (_, body) => {
    const event = { Records: [{ messageId: 'one', body }] } as unknown as SQSEvent;
    await expect(handler(event)).resolves.toEqual({ batchItemFailures: [] });
  });
});
