import { describe, expect, it } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { detectFormat } from '../../functions/detection/detect.ts';
import { BIBLIOGRAPHIES, MARKUP } from '../documents/markup.ts';

const detect = (content: string, name: string) => detectFormat(Buffer.from(content), name);

/** Markup that its content tells. */
const TOLD = ['man', 'dbk', 'jats', 'ipynb', 'opml'] as const;
const written = Object.entries({ ...MARKUP, ...BIBLIOGRAPHIES }) as [FormatName, string][];

describe('markup', () => {
  it.each(written)('%s is detected by its name', async (format, text) => {
    expect(await detect(text, `a.${format}`)).toBe(format);
  });

  it.each(TOLD)('%s is detected by its content', async (format) => {
    for (const name of ['a', 'a.txt', 'a.xml', 'a.rst']) expect(await detect(MARKUP[format], name)).toBe(format);
  });

  it('is plain text where neither name nor content decides', async () => {
    for (const name of ['a', 'a.txt', 'a.log']) expect(await detect(MARKUP.rst, name)).toBe('txt');
    // What is only written is read as what it is without: text.
    for (const name of ['a.adoc', 'a.texi', 'a.xwiki', 'a.tei', 'a.icml'])
      expect(await detect(MARKUP.org, name)).toBe('txt');
  });

  it('is detected by its beginning, not by words in it', async () => {
    expect(await detect('See the .TH of a manual.\n', 'a.txt')).toBe('txt');
    expect(await detect('.\\" A comment\n\'\\" t\n\n.TH A 1\n', 'a.1')).toBe('man');
    expect(await detect('<html><body><opml/></body></html>', 'a.opml')).toBe('html');
    expect(await detect('{"cells": 1}', 'a.txt')).toBe('txt');
    const schema = '{"properties": {"cells": {"items": {"properties": {"cell_type": {"enum": ["raw"]}}}}}}';
    expect(await detect(schema, 'notebook.schema.json')).toBe('json');
    expect(await detect('{"nbformat": 4, "cells": []}', 'a.ipynb')).toBe('ipynb');
    expect(await detect('<article><p>x</p></article>', 'a.txt')).toBe('txt');
    expect(await detect('<article><para>x</para></article>', 'a.dbk')).toBe('dbk');
    expect(await detect('TY  - JOUR\r\nER  - \r\n', 'a')).toBe('ris');
  });

  it.each([
    ['comments and bare dots', `.\\" A\n.\n.\\\\" B\n.nh\n.\n.TH A 1\n`, 'a.1'],
    ['a comment of several lines', `'\\" t\n.ig\nWords\n..\n.TH A 8\n`, 'a.txt'],
    ['a heading without a title', '.SH NAME\na \\- b\n', 'a.3pm'],
  ])('is a manual page that begins with %s', async (_, text, name) => {
    expect(await detect(text, name)).toBe('man');
  });

  it('is not a manual page only because of its extension', async () => {
    expect(await detect('Nov 23 host kernel: .SH\n', 'syslog.1')).toBe('txt');
    expect(await detect('.SH NAME\n', 'a.txt')).toBe('txt');
    expect(await detect('.Dd May 1\n.Dt A 1\n.Sh NAME\n', 'a.1')).toBe('txt');
  });

  it('is MediaWiki under each of its names', async () => {
    for (const name of ['a.wiki', 'a.wikitext', 'a.mediawiki', 'a.mw'])
      for (const text of ['<!-- c -->\n== A ==\n', '{{Box|a=1}}\n', "'''A''' is\n"])
        expect(await detect(text, name)).toBe('mediawiki');
  });

  it('is not detected by its name where it is not text', async () => {
    await expect(detectFormat(Buffer.from([0, 1, 2, 3, 0xff, 0, 0, 9]), 'a.tex')).rejects.toMatchObject({
      code: 'UNKNOWN_FORMAT',
    });
  });
});
