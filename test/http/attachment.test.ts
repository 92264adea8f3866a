import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { attachmentHeaders, linkHeaders } from '../../functions/http/attachment.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { seededRandom } from '../support/random.ts';

const headerOf = (originalFilename: string) =>
  attachmentHeaders(exampleConversion({ originalFilename }))['Content-Disposition'] ?? '';

describe('the type of a download', () => {
  it.each([
    ['csv', {}, 'text/csv; charset=utf-8'],
    ['csv', { encoding: 'utf-8-bom' }, 'text/csv; charset=utf-8'],
    ['csv', { encoding: 'windows-1252' }, 'text/csv; charset=windows-1252'],
    ['zip', { encoding: 'utf-16le' }, 'application/zip'],
  ] as const)('%s, %j', (resultFormat, options, type) => {
    expect(attachmentHeaders(exampleConversion({ resultFormat, options }))['Content-Type']).toBe(type);
  });
});

describe('the name of a download', () => {
  it.each([
    ['plain name.jpg', 'attachment; filename="plain name.webp"'],
    [
      'filename="x"; filename*=UTF-8\'\'y.jpg',
      /^attachment; filename="filename=_x_; filename\*=UTF-8''y\.webp"; filename\*=/,
    ],
    ["it's (1)*.jpg", 'attachment; filename="it\'s (1)*.webp"'],
    ['50%.jpg', `attachment; filename="50_.webp"; filename*=UTF-8''50%25.webp`],
    ['a\\"b".jpg', `attachment; filename="a__b_.webp"; filename*=UTF-8''a%5C%22b%22.webp`],
    ['\r\nSet-Cookie: x=1.jpg', 'attachment; filename="__Set-Cookie: x=1.webp"'],
    ['\u202efdp.jpg', 'attachment; filename="_fdp.webp"'],
    ['half \ud800 pair.jpg', /filename\*=UTF-8''half%20%EF%BF%BD%20pair\.webp$/],
  ])('%j', (name, expected) => {
    if (typeof expected === 'string') expect(headerOf(name)).toBe(expected);
    else expect(headerOf(name)).toMatch(expected);
  });

  it('is read as it is meant by another reader, and is always a header, for 500 odd names', () => {
    const random = seededRandom(4);
    const pieces = [...'a "\\;=\'*图🌄\t,\u007f', '%41', 'filename=', 'filename*='];
    for (let round = 0; round < 500; round += 1) {
      const length = 1 + Math.floor(random() * 60);
      const name = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const header = headerOf(name);
      expect(new Headers({ 'Content-Disposition': header }).get('content-disposition')).toMatch(/^[ -~]{1,900}$/);
      const { filename } = parse(header).parameters as { filename: string };
      expect(`${name.replace(/\p{Cc}/gu, '_')}.webp`.startsWith(filename.slice(0, -5))).toBe(true);
      expect(Buffer.byteLength(filename)).toBeLessThanOrEqual(200);
    }
  });
});

describe('a download by link', () => {
  it.each([
    ['html', 'application/octet-stream'],
    ['svg', 'application/octet-stream'],
    ['pdf', 'application/pdf'],
    ['txt', /^text\/plain/],
  ] as const)('of %s has the type %s', (resultFormat, type) => {
    const headers = linkHeaders(exampleConversion({ resultFormat }));
    if (typeof type === 'string') expect(headers['Content-Type']).toBe(type);
    else expect(headers['Content-Type']).toMatch(type);
    expect(headers['Content-Disposition']).toMatch(/^attachment;/);
  });
});
