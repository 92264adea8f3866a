import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { readConvertForm } from '../../functions/http/convert-form.ts';
import { JoinedParts } from '../../functions/http/joined-parts.ts';
import { postEvent } from '../support/event.ts';
import { codeOf } from '../support/failure.ts';
import { multipartBody, type RawPart } from '../support/multipart-body.ts';
import { seededRandom } from '../support/random.ts';
import { unzip } from '../support/unzip.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const TARGET: RawPart = { name: 'target_format', content: 'png' };
const FILE: RawPart = { name: 'file', filename: 'a.jpg', content: 'content' };

function form(...parts: RawPart[]) {
  return readConvertForm(postEvent(multipartBody(BOUNDARY, parts), TYPE));
}

describe('a well-formed convert request', () => {
  it('gives the file and the fields, in any order', async () => {
    const orders = [
      [FILE, TARGET, { name: 'quality', content: 'high' }],
      [{ name: 'quality', content: 'high' }, TARGET, FILE],
    ];
    for (const parts of orders) {
      const { filename, content, fields } = await form(...parts);
      expect(filename).toBe('a.jpg');
      expect(Buffer.from(content).toString()).toBe('content');
      expect(fields).toEqual({ target_format: 'png', quality: 'high', options: { texts: {}, values: {} } });
    }
  });

  it('takes parts it does not know for options, whatever their names', async () => {
    const { fields } = await form(
      { name: '__proto__', content: 'x' },
      { name: 'constructor', content: 'y' },
      // The parser keeps its list of files under this name.
      { name: 'files', content: 'z' },
      FILE,
      TARGET,
    );
    expect(fields).toMatchObject({ target_format: 'png', quality: undefined });
    expect(Object.entries(fields.options?.texts ?? {})).toEqual([
      ['__proto__', 'x'],
      ['constructor', 'y'],
      ['files', 'z'],
    ]);
  });

  it('takes a quoted boundary with odd characters', async () => {
    const boundary = "odd '()+_,-./:=? boundary";
    const type = `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`;
    const { content } = await readConvertForm(postEvent(multipartBody(boundary, [FILE, TARGET]), type));
    expect(Buffer.from(content).toString()).toBe('content');
  });

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['a%22b%22.jpg', 'a"b".jpg'],
    ['a\\"b\\".jpg', 'a"b".jpg'],
    ['two%0D%0Alines.jpg', 'two\r\nlines.jpg'],
    ['Übersicht 图片 🌄.jpg', 'Übersicht 图片 🌄.jpg'],
    [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(300)}.jpg`],
  ])('reads the file name %j', async (sent, expected) => {
    expect((await form({ ...FILE, filename: sent }, TARGET)).filename).toBe(expected);
  });

  it('returns exactly the bytes sent, also those that look almost like a boundary', async () => {
    const random = seededRandom(11);
    const pieces = ['\r\n', '\r', '\n', '--', `\r\n--${BOUNDARY.slice(0, -1)}`, `x--${BOUNDARY}`, `\r\n--`, '\0', 'x'];
    for (let round = 0; round < 300; round += 1) {
      const length = Math.floor(random() * 40) + 1;
      const content = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const { content: received } = await form(TARGET, { ...FILE, content });
      expect(Buffer.from(received).toString('latin1')).toBe(content);
    }
  });
});

describe('a convert request that is refused', () => {
  it.each<[string, RawPart[], string]>([
    ['no file', [TARGET], 'MISSING_FILE'],
    ['a field instead of a file', [{ name: 'file', content: 'x' }, TARGET], 'MISSING_FILE'],
    ['a file without a name', [{ ...FILE, filename: '' }, TARGET], 'MISSING_FILE'],
    ['an empty file', [{ ...FILE, content: '' }, TARGET], 'EMPTY_FILE'],
    ['two files', [FILE, FILE, TARGET], 'INVALID_REQUEST'],
    ['two target formats', [FILE, TARGET, TARGET], 'INVALID_REQUEST'],
    ['a field that is too long', [FILE, { ...TARGET, content: 'x'.repeat(32_769) }], 'INVALID_REQUEST'],
    ['a name that is too long', [{ ...FILE, filename: `${'x'.repeat(1021)}.jpg` }, TARGET], 'INVALID_REQUEST'],
    ['very many parts', Array.from({ length: 260 }, () => TARGET), 'INVALID_REQUEST'],
  ])('%s', async (_, parts, code) => {
    expect(await codeOf(form(...parts))).toBe(code);
  });

  it.each([
    [undefined],
    ['application/json'],
    ['multipart/form-data'],
    ['multipart/form-data; boundary=another'],
    [`text/plain; boundary=${BOUNDARY}`],
  ])('content type %j', async (type) => {
    const body = multipartBody(BOUNDARY, [FILE, TARGET]);
    expect(await codeOf(readConvertForm(postEvent(body, type as string)))).toBe('INVALID_REQUEST');
  });

  it('a body cut off at any byte', async () => {
    const body = multipartBody(BOUNDARY, [FILE, TARGET]);
    for (let length = 0; length < body.length - 4; length += 1) {
      expect(await codeOf(readConvertForm(postEvent(body.subarray(0, length), TYPE)))).toBe('INVALID_REQUEST');
    }
  });

  it('a body that is not there, or is text', async () => {
    const event = postEvent(Buffer.alloc(0), TYPE);
    expect(await codeOf(readConvertForm({ ...event, body: null, isBase64Encoded: false }))).toBe('INVALID_REQUEST');
    expect(await codeOf(readConvertForm({ ...event, body: '{}', isBase64Encoded: false }))).toBe('INVALID_REQUEST');
  });
});

const MERGE: RawPart = { name: 'merge', content: 'true' };
const file = (filename: string, content = filename): RawPart => ({ name: 'file', filename, content });

describe('several files of a form', () => {
  it('become one zip, in their order, with merge before them', async () => {
    const names = ['b.pdf', 'a.jpg', '../../etc/passwd', '..', '.hidden.pdf', 'ü\u202e.png'];
    const { filename, content, fields } = await form(MERGE, ...names.map((name) => file(name)));
    expect([...unzip(Buffer.from(content)).keys()]).toEqual([
      ...['1/b.pdf', '2/a.jpg', '3/passwd', '4/file', '5/hidden.pdf', '6/ü\u202e.png'],
    ]);
    expect(unzip(Buffer.from(content)).get('2/a.jpg')?.toString()).toBe('a.jpg');
    expect(filename).toBe('b and 5 more.zip');
    expect(fields.options?.texts).toEqual({ merge: 'true' });
  });

  it.each([
    ['without merge', [file('a.pdf'), file('b.pdf')], 'INVALID_REQUEST'],
    ['with merge behind them', [file('a.pdf'), file('b.pdf'), MERGE], 'INVALID_REQUEST'],
    ['of which the first is a zip', [MERGE, file('a.zip'), file('b.pdf')], 'INVALID_REQUEST'],
    ['of which one is empty', [MERGE, file('a.pdf'), file('b.pdf', '')], 'EMPTY_FILE'],
    ['of which one is a field', [MERGE, file('a.pdf'), { name: 'file', content: 'x' }], 'MISSING_FILE'],
  ] as const)('%s are refused', async (_, parts, code) => {
    await expect(form(...parts)).rejects.toMatchObject({ code });
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
