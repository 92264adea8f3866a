import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { djvulibre } from '../../functions/engines/djvulibre.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';

vi.setConfig({ testTimeout: 120_000 });
const committed = (name: string) => readFileSync(join(import.meta.dirname, '../books/files', name));
const BOOK = committed('book.djvu');

const failureOf = (source: Buffer, to: FormatName = 'pdf') => codeOf(convertBytes(djvulibre, source, ['djvu', to]));

/** A chunk, padded to an even length. */
function chunk(id: string, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  return Buffer.concat([Buffer.from(id), size, body, Buffer.alloc(body.length % 2)]);
}

function info(width: number, height: number): Buffer {
  const bytes = Buffer.from([0, 0, 0, 0, 24, 0, 75, 0, 22, 1]);
  bytes.writeUInt16BE(width, 0);
  bytes.writeUInt16BE(height, 2);
  return chunk('INFO', bytes);
}

const file = (form: Buffer) => Buffer.concat([Buffer.from('AT&T'), form]);
const page = (width: number, height: number, ...content: readonly Buffer[]) =>
  chunk('FORM', 'DJVU', info(width, height), ...content);

describe('hostile DjVu files', () => {
  it('are converted when whole: the control', async () => {
    expect(await failureOf(file(page(100, 100)), 'png')).toBe('none');
    expect(await failureOf(BOOK)).toBe('none');
  });

  it.each([
    ['a page larger than is drawn', file(page(60_000, 60_000)), 'TOO_COMPLEX'],
    ['a page without size', file(page(0, 100)), 'UNREADABLE_FILE'],
    ['a page without measures', file(chunk('FORM', 'DJVU', chunk('ANTa', '()'))), 'UNREADABLE_FILE'],
    ['no pages', file(chunk('FORM', 'DJVM', chunk('DIRM', Buffer.from([0x81, 0, 0])))), 'UNREADABLE_FILE'],
    ['a list of pages in other files', committed('list.djvu'), 'UNREADABLE_FILE'],
    [
      'parts without end',
      file(chunk('FORM', 'DJVM', Buffer.concat(Array(30_000).fill(chunk('JUNK'))))),
      'UNREADABLE_FILE',
    ],
    ['a page that takes in a file', file(page(100, 100, chunk('INCL', '/etc/passwd'))), 'UNREADABLE_FILE'],
    ['a page that takes in itself', file(page(100, 100, chunk('INCL', 'source'))), 'UNREADABLE_FILE'],
    [
      'a page that takes in what lies above',
      file(page(100, 100, chunk('INCL', '../../etc/passwd'))),
      'UNREADABLE_FILE',
    ],
    ['a size larger than the file', Buffer.from(BOOK).fill(0x7f, 8, 9), 'UNREADABLE_FILE'],
    ['half of it', BOOK.subarray(0, BOOK.length / 2), 'UNREADABLE_FILE'],
    ['the beginning of it', BOOK.subarray(0, 20), 'UNREADABLE_FILE'],
  ])('%s', async (_, source, code) => {
    expect(await failureOf(source)).toBe(code);
  });

  it('of more pages than are converted are refused', async () => {
    await expect(convertBytes(djvulibre, committed('many.djvu'), ['djvu', 'pdf'])).rejects.toMatchObject({
      code: 'TOO_COMPLEX',
      message: expect.stringContaining('501 pages'),
    });
  });
});
