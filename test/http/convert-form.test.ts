import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { readConvertForm } from '../../functions/http/convert-form.ts';
import { postEvent } from '../support/event.ts';
import { multipartBody, type RawPart } from '../support/multipart-body.ts';
import { seededRandom } from '../support/random.ts';

const BOUNDARY = '----WebKitFormBoundary7MA4YWxkTrZu0gW';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;
const TARGET: RawPart = { name: 'target_format', content: 'png' };
const FILE: RawPart = { name: 'file', filename: 'a.jpg', content: 'content' };

function form(...parts: RawPart[]) {
  return readConvertForm(postEvent(multipartBody(BOUNDARY, parts), TYPE));
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof ConversionError ? error.code : `not refused: ${error}`;
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

  it('takes a preamble, an epilogue, and a quoted boundary with odd characters', async () => {
    const boundary = "odd '()+_,-./:=? boundary";
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      multipartBody(boundary, [FILE, TARGET]),
      Buffer.from('epilogue'),
    ]);
    const { content } = await readConvertForm(
      postEvent(body, `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`),
    );
    expect(Buffer.from(content).toString()).toBe('content');
  });

  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['C:\\Users\\me\\photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', 'passwd'],
    ['a%22b%22.jpg', 'a"b".jpg'],
    ['a\\"b\\".jpg', 'a"b".jpg'],
    ['two%0D%0Alines.jpg', 'two\r\nlines.jpg'],
    ['Übersicht 图片 🌄.jpg', 'Übersicht 图片 🌄.jpg'],
    [`${'x'.repeat(300)}.jpg`, `${'x'.repeat(300)}.jpg`],
    ['semi;colon=1.jpg', 'semi;colon=1.jpg'],
    ['.htaccess', '.htaccess'],
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

  it('returns a large file whole', async () => {
    const random = seededRandom(12);
    const content = Buffer.from(Array.from({ length: 4_000_000 }, () => random() * 256));
    const { content: received } = await form({ ...FILE, content }, TARGET);
    expect(Buffer.compare(content, received)).toBe(0);
  });
});

describe('a convert request that is refused', () => {
  it.each<[string, RawPart[], string]>([
    ['no file', [TARGET], 'MISSING_FILE'],
    ['a field instead of a file', [{ name: 'file', content: 'x' }, TARGET], 'MISSING_FILE'],
    ['a file without a name', [{ ...FILE, filename: '' }, TARGET], 'MISSING_FILE'],
    ['a file whose name is only a path', [{ ...FILE, filename: 'folder/' }, TARGET], 'MISSING_FILE'],
    ['an empty file', [{ ...FILE, content: '' }, TARGET], 'EMPTY_FILE'],
    ['two files', [FILE, FILE, TARGET], 'INVALID_REQUEST'],
    ['two target formats', [FILE, TARGET, TARGET], 'INVALID_REQUEST'],
    ['a file as target format', [FILE, { ...TARGET, filename: 'x' }], 'INVALID_REQUEST'],
    ['a field that is too long', [FILE, { ...TARGET, content: 'x'.repeat(32_769) }], 'INVALID_REQUEST'],
    ['a name that is too long', [{ ...FILE, filename: `${'x'.repeat(1021)}.jpg` }, TARGET], 'INVALID_REQUEST'],
    ['very many parts', Array.from({ length: 260 }, () => TARGET), 'INVALID_REQUEST'],
    ['no parts', [], 'MISSING_FILE'],
  ])('%s', async (_, parts, code) => {
    expect(await codeOf(form(...parts))).toBe(code);
  });

  it.each([
    [undefined],
    [''],
    ['application/json'],
    ['multipart/form-data'],
    ['multipart/form-data; boundary='],
    ['multipart/form-data; boundary=another'],
    ['multipart/mixed; boundary=x'],
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
