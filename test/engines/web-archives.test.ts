import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { codeOf, convertArchive } from '../archives/convert-archive.ts';
import { readArchive } from '../archives/read-archive.ts';
import { chunked, warcRecord, warcResponse } from '../archives/web-archive.ts';
import { stopEnginesAfterwards } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
stopEnginesAfterwards();

const LIST = 'warc-records/list.ndjson';
/** Made by wget: see the README beside it. */
const SITE = readFileSync(join(import.meta.dirname, '../archives/made/site.warc.gz'));

const convert = (archive: Buffer, target: FormatName = 'tar') => convertArchive(folder, archive, 'warc', target);
const codeFor = (archive: Buffer) => codeOf(convert(archive, 'zip'));

async function filesOf(...records: readonly Buffer[]): Promise<Record<string, string>> {
  const found = readArchive(await convert(Buffer.concat(records)), 'tar', folder);
  return Object.fromEntries([...found].map(([name, { content }]) => [name, content]));
}

async function pagesOf(...records: readonly Buffer[]): Promise<Record<string, string>> {
  const { [LIST]: _, ...pages } = await filesOf(...records);
  return pages;
}

describe('of a web archive that wget made', () => {
  it('every record becomes a file, and the list says of which', async () => {
    const files = await filesOf(SITE);
    const records =
      gunzipSync(SITE)
        .toString('latin1')
        .match(/^WARC\/1\.0\r$/gm) ?? [];
    expect(Object.keys(files)).toHaveLength(records.length + 1);
    const listed = files[LIST]
      ?.trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string; warc: string[] });
    expect(listed?.map(({ file }) => file).sort()).toEqual(
      Object.keys(files)
        .filter((name) => name !== LIST)
        .sort(),
    );
    expect(listed?.[0]?.warc.slice(0, 2)).toEqual(['WARC/1.0', 'WARC-Type: warcinfo']);
  });

  it('pages come out as the browser sees them', async () => {
    const files = await filesOf(SITE);
    expect(files['localhost_8099/index.html']).toMatch(/^<!doctype html><html>.*<\/html>\n$/);
    expect(files).toMatchObject({
      'localhost_8099/about (2)': '<p>About us</p>\n',
      'localhost_8099/about (3)': '<p>About us</p>\n',
      'localhost_8099/about/team.html': '<p>Team</p>\n',
      'localhost_8099/missing': 'none\n',
      'localhost_8099/moved': '',
    });
    const request = files['warc-records/request/localhost_8099/about/team.html.warc'];
    expect(request).toMatch(/^WARC\/1\.0\r\nWARC-Type: request\r\n.*\r\n\r\nGET \/about\/team\.html HTTP\/1\.1\r\n/s);
  });

  it('it is the same without gzip, or with one gzip around all', async () => {
    const plain = gunzipSync(SITE);
    const expected = await filesOf(SITE);
    expect(await filesOf(plain)).toEqual(expected);
    expect(await filesOf(gzipSync(plain))).toEqual(expected);
  });
});

describe('what was encoded on its way is decoded', () => {
  const text = 'A line of text.\n'.repeat(20_000);
  const plain = Buffer.from(text);

  it.each<[string, Record<string, string>, Buffer]>([
    ['chunked', { 'Transfer-Encoding': 'chunked' }, chunked(plain, 1000)],
    ['chunked and gzip', { 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip' }, chunked(gzipSync(plain), 7)],
    ['gzip', { 'content-encoding': 'GZIP' }, gzipSync(plain)],
    ['deflate', { 'Content-Encoding': 'deflate' }, deflateSync(plain)],
    ['deflate without a header', { 'Content-Encoding': 'deflate' }, deflateRawSync(plain)],
    ['br', { 'Content-Encoding': 'br' }, brotliCompressSync(plain)],
    ['zstd', { 'Content-Encoding': 'zstd' }, zstdCompressSync(plain)],
    ['two of them', { 'Content-Encoding': 'br, gzip' }, gzipSync(brotliCompressSync(plain))],
    ['gzip that it is no more', { 'Content-Encoding': 'gzip' }, plain],
    ['chunks that it has no more', { 'Transfer-Encoding': 'chunked' }, plain],
    ['what nobody knows', { 'Content-Encoding': 'aes128gcm' }, plain],
  ])('%s', async (_, fields, body) => {
    expect(await pagesOf(warcResponse('http://a.example/b', body, fields))).toEqual({ 'a.example/b': text });
  });

  it.each([gzipSync(plain).subarray(0, 300), chunked(gzipSync(plain), 100).subarray(0, 300)])(
    'and stays as it is where it breaks off',
    async (body) => {
      const fields = { 'Content-Encoding': 'gzip', 'Transfer-Encoding': 'chunked' };
      const page = warcResponse('http://a.example/b', body, fields);
      expect(await pagesOf(page)).toEqual({ 'a.example/b': body.toString('utf8') });
    },
  );
});

describe('names', () => {
  it.each([
    ['http://a.example', 'a.example/index.html'],
    ['https://user:word@a.example:8080/b/?c=d/e#f', 'a.example_8080/b/index@c=d_e.html'],
    ['http://a.example/../../etc/passwd', 'a.example/etc/passwd'],
    ['http://a.example/%2e%2e/%2e%2e/etc%2Fpasswd', 'a.example/etc_passwd'],
    ['http://a.example/..%5c..%5cevil', 'a.example/.._.._evil'],
    ['http://../../..', '_/index.html'],
    ['http://a.example/a:b|c*.html?', 'a.example/a_b_c_.html'],
    ['http://a.example/b/%00%0a%1b.txt', 'a.example/b/___.txt'],
    ['dns:a.example', 'dns/a.example'],
    ['/etc/passwd', 'unknown/etc/passwd'],
    ['C:\\Windows\\evil', 'C/_Windows_evil'],
    ['%', 'unknown/%'],
  ])('%s is %s', async (address, name) => {
    expect(await pagesOf(warcResponse(address, 'x'))).toEqual({ [name]: 'x' });
  });

  it('that come twice, or are folders too, are told apart', async () => {
    const addresses = ['b.html', 'b.html', 'b.html', 'b', 'b/c', 'b%20(2)', ''].map(
      (path) => `http://a.example/${path}`,
    );
    const pages = await pagesOf(...addresses.map((address, index) => warcResponse(address, `${index}`)));
    expect(pages).toEqual({
      'a.example/b.html': '0',
      'a.example/b (2).html': '1',
      'a.example/b (3).html': '2',
      'a.example/b (2)': '3',
      'a.example/b/c': '4',
      'a.example/b (2) (2)': '5',
      'a.example/index.html': '6',
    });
  });

  it('that are those of the list are others', async () => {
    const addresses = ['http://warc-records/list.ndjson', 'http://warc-records/list.ndjson/x'];
    const files = await filesOf(...addresses.map((address) => warcResponse(address, address)));
    expect(files['warc-records/list.ndjson/x']).toBe(addresses[1]);
    expect(Object.values(files)).toContain(addresses[0]);
    expect(Object.keys(files)).toHaveLength(3);
  });

  it('that are very long are cut', async () => {
    const long = `http://a.example/${'ü'.repeat(5000)}/${'b/'.repeat(5000)}${'c'.repeat(5000)}.html?${'d'.repeat(5000)}`;
    const [name = ''] = Object.keys(await pagesOf(warcResponse(long, 'x')));
    expect(name).toMatch(/^a\.example\/ü+\/(?:b\/)+c+\.html$/);
    expect(Buffer.byteLength(name)).toBeLessThan(1500);
  });
});

describe('records of other kinds', () => {
  it('are files in folders of their kinds', async () => {
    const uri = { 'WARC-Target-URI': 'http://a.example/b.html' };
    const records = [
      warcRecord('warcinfo', {}, 'software: x\r\n'),
      warcRecord('revisit', uri, ''),
      warcRecord('../../evil', uri, 'x'),
      warcRecord('conversion', uri, 'y'),
      warcRecord('response', {}, 'of nowhere'),
      warcRecord('resource', { ...uri, 'Content-Type': 'text/plain' }, 'z'),
      warcRecord('response', { 'WARC-Target-URI': 'dns:a.example', 'Content-Type': 'text/dns' }, 'a.example. 1 IN A'),
    ];
    const pages = await pagesOf(...records);
    expect(Object.keys(pages).sort()).toEqual([
      'a.example/b.html',
      'dns/a.example',
      'warc-records/.._.._evil/a.example/b.html.warc',
      'warc-records/conversion/a.example/b.html.warc',
      'warc-records/response/record.warc',
      'warc-records/revisit/a.example/b.html.warc',
      'warc-records/warcinfo/record.warc',
    ]);
    expect(pages['a.example/b.html']).toBe('z');
    expect(`${pages['warc-records/warcinfo/record.warc']}\r\n\r\n`).toBe(String(records[0]));
  });
});

describe('refused is a web archive', () => {
  const page = warcResponse('http://a.example/b', 'content');

  it.each<[string, Buffer]>([
    ['that is cut off in a record', page.subarray(0, -8)],
    ['that is cut off in a head', page.subarray(0, 100)],
    ['with nothing in it', Buffer.from('\r\n\r\n')],
    ['with something between its records', Buffer.concat([page, Buffer.from('x'), page])],
    ['whose record is said to be longer', warcRecord('resource', { 'Content-Length': '1000000000000' }, 'x')],
    ['whose record is said to be shorter', warcRecord('resource', { 'Content-Length': '2' }, 'xyz')],
    ['whose record has a length below nothing', warcRecord('resource', { 'Content-Length': '-5' }, 'x')],
    ['whose record has no length', warcRecord('resource', { 'Content-Length': '' }, 'x')],
    ['that is compressed, and cut off', gzipSync(Buffer.concat([page, page])).subarray(0, -20)],
  ])('%s', async (_, archive) => {
    expect(await codeFor(archive)).toBe('UNREADABLE_FILE');
  });

  it('that unpacks to more than is taken', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const once = warcResponse('http://a.example/b', bomb, { 'Content-Encoding': 'gzip' });
    expect(await codeFor(Buffer.concat(Array.from({ length: 16 }, () => once)))).toBe('TOO_COMPLEX');
    const whole = gzipSync(Buffer.concat([page, Buffer.alloc(100_000_000, '\r\n')]));
    expect(await codeFor(Buffer.concat(Array.from({ length: 16 }, () => whole)))).toBe('TOO_COMPLEX');
  });

  it('that unpacks to more than is taken, where nothing of that stays', async () => {
    const broken = gzipSync(Buffer.alloc(100_000_000));
    broken.writeInt32LE(0, broken.length - 8);
    const once = warcResponse('http://a.example/b', broken, { 'Content-Encoding': 'gzip' });
    expect(await codeFor(once)).toBe('none');
    expect(await codeFor(Buffer.concat(Array.from({ length: 16 }, () => once)))).toBe('TOO_COMPLEX');
  });

  it('of more records than are taken', async () => {
    expect(await codeFor(Buffer.concat(Array.from({ length: 100_001 }, () => page)))).toBe('TOO_COMPLEX');
  });
});

describe('a megabyte of one token is read in no time', () => {
  const million = (token: string) => token.repeat(Math.ceil(1_000_000 / token.length));
  const record = (block: string) =>
    warcRecord('response', { 'WARC-Target-URI': 'http://a', 'Content-Type': 'application/http' }, block);

  it.each([
    ['in a head', `WARC/1.0\r\n${million('a')}`],
    ['of fields', `WARC/1.0\r\n${million('a:b\r\n')}`],
    ['of folded lines', `WARC/1.0\r\na: b\r\n${million(' \t\r\n')}`],
    ['of ends of lines', `WARC/1.0\r\n${million('\r\n ')}`],
  ])('%s', async (_, archive) => {
    expect(await codeFor(Buffer.from(archive))).toBe('UNREADABLE_FILE');
  });

  it.each([
    ['of slashes', warcResponse(`http://${'/'.repeat(60_000)}`, 'x')],
    ['of percents', warcResponse(`http://a/${'%'.repeat(60_000)}`, 'x')],
    ['of dots', warcResponse(`http://a/${'../'.repeat(20_000)}`, 'x')],
    ['of blanks', warcResponse(`http://a/${' .'.repeat(30_000)}x`, 'x')],
    ['of fields in an answer', record(`HTTP/1.1 200 OK\r\n${million('a:b\r\n')}\r\n`)],
    ['of chunks', warcResponse('http://a/', million('1\r\na\r\n'), { 'Transfer-Encoding': 'chunked' })],
    ['of a line of a chunk', warcResponse('http://a/', million('1'), { 'Transfer-Encoding': 'chunked' })],
    ['of encodings', warcResponse('http://a/', 'x', { 'Content-Encoding': 'gzip,'.repeat(10_000) })],
    ['of encodings with blanks', warcResponse('http://a/', 'x', { 'Transfer-Encoding': ` ${' ,'.repeat(30_000)}x` })],
  ])('%s', async (_, archive) => {
    expect(Object.keys(await pagesOf(archive))).toHaveLength(1);
  });

  it('of ends of lines between records', async () => {
    const page = warcResponse('http://a/b', 'x');
    expect(await pagesOf(page, Buffer.from(million('\r\n')), page)).toEqual({ 'a/b': 'x', 'a/b (2)': 'x' });
  });

  it('of small records', async () => {
    const page = warcResponse('http://a/b', '0\r\n\r\n', { 'Transfer-Encoding': 'chunked' });
    expect(await codeFor(Buffer.concat(Array.from({ length: 4000 }, () => page)))).toBe('none');
  });
});
