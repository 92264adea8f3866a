import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readConvertForm } from '../../functions/http/convert-form.ts';
import { JoinedParts } from '../../functions/http/joined-parts.ts';
import { postEvent } from '../support/event.ts';
import { multipartBody, type RawPart } from '../support/multipart-body.ts';
import { unzip } from '../support/unzip.ts';

const BOUNDARY = 'boundary';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const MERGE: RawPart = { name: 'merge', content: 'true' };
const file = (filename: string, content = filename): RawPart => ({ name: 'file', filename, content });

const read = (...parts: RawPart[]) => readConvertForm(postEvent(multipartBody(BOUNDARY, parts), TYPE));

describe('several files of a form', () => {
  it('become one zip, in their order, with merge before them', async () => {
    const names = ['b.pdf', 'a.jpg', '../../etc/passwd', '..', '.hidden.pdf', 'ü\u202e.png'];
    const { filename, content, fields } = await read(MERGE, ...names.map((name) => file(name)));
    expect([...unzip(Buffer.from(content)).keys()]).toEqual([
      ...['1/b.pdf', '2/a.jpg', '3/passwd', '4/file', '5/hidden.pdf', '6/ü\u202e.png'],
    ]);
    expect(unzip(Buffer.from(content)).get('2/a.jpg')?.toString()).toBe('a.jpg');
    expect(filename).toBe('b and 5 more.zip');
    expect(fields.options?.texts).toEqual({ merge: 'true' });
  });

  it('become the same bytes when they are sent again', async () => {
    const [one, other] = await Promise.all([1, 2].map(() => read(MERGE, file('a.pdf'), file('b.pdf'))));
    expect(Buffer.from(one?.content ?? []).equals(other?.content ?? Buffer.alloc(0))).toBe(true);
  });

  it.each([
    ['without merge', [file('a.pdf'), file('b.pdf')], 'INVALID_REQUEST'],
    ['with merge behind them', [file('a.pdf'), file('b.pdf'), MERGE], 'INVALID_REQUEST'],
    ['of which the first is a zip', [MERGE, file('a.zip'), file('b.pdf')], 'INVALID_REQUEST'],
    ['of which one is empty', [MERGE, file('a.pdf'), file('b.pdf', '')], 'EMPTY_FILE'],
    ['of which one is a field', [MERGE, file('a.pdf'), { name: 'file', content: 'x' }], 'MISSING_FILE'],
  ] as const)('%s are refused', async (_, parts, code) => {
    await expect(read(...parts)).rejects.toMatchObject({ code });
  });

  it('are one zip as it is, where that was sent', async () => {
    const { filename, content } = await read(MERGE, file('a.zip', 'bytes'));
    expect([filename, Buffer.from(content).toString()]).toEqual(['a.zip', 'bytes']);
  });

  it('are held in constant memory, however slowly they are read', async () => {
    const parts = new JoinedParts();
    let sent = 0;
    async function* large() {
      for (let count = 0; count < 64; count += 1) {
        sent += 1_000_000;
        yield Buffer.alloc(1_000_000);
      }
    }
    const added = parts.add('a', large()).then(() => parts.end());
    const chunks = parts.content[Symbol.asyncIterator]();
    await chunks.next();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sent).toBeLessThan(16_000_000);
    const rest = { [Symbol.asyncIterator]: () => chunks };
    expect((await buffer(Readable.from(rest))).length).toBeGreaterThan(63_000_000);
    await added;
  });
});
