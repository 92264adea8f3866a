import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../functions/detection/detect.ts';

const LICENCE = Array.from({ length: 45 }, (_, line) => `<!-- line ${line} of a licence - of "some" <kind> -->\n`).join(
  '',
);
const detect = (content: string, name = 'a.xml') => detectFormat(Buffer.from(content), name);

describe('an XML text with a licence in front of it', () => {
  const behind = (root: string) => `<?xml version="1.0"?>\n${LICENCE}${root}`;

  it.each([
    ['<config/>', 'xml'],
    ['<tt xmlns="http://www.w3.org/ns/ttml"/>', 'ttml'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'svg'],
    ['<FictionBook xmlns="x"/>', 'fb2'],
    ['<html><body/></html>', 'html'],
    ['<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>', 'xhtml'],
    ['<office:document office:mimetype="application/vnd.oasis.opendocument.text"/>', 'fodt'],
    ['<constructor/>', 'xml'],
    ['<office:document office:mimetype="application/vnd.oasis.opendocument.constructor"/>', 'xml'],
  ])('is detected by its root element: %s', async (root, format) => {
    expect(await detect(behind(root))).toBe(format);
  });

  it('may be longer than the part of other texts that is decoded', async () => {
    expect(await detect(`${LICENCE.repeat(100)}<svg/>`)).toBe('svg');
    expect(await detect(`${LICENCE.repeat(100)}<tt xmlns="http://www.w3.org/ns/ttml"/>`)).toBe('ttml');
  });
});

describe('timed text', () => {
  it.each([
    ["<tt xml:lang='en' xmlns='http://www.w3.org/ns/ttml'/>", 'a.xml'],
    ['<tt:tt xmlns:tt="http://www.w3.org/2006/10/ttaf1"/>', 'a'],
    ['<!DOCTYPE tt [ <!ENTITY a "b"> ]>\n<tt xmlns="http://www.w3.org/ns/ttml#parameter"/>', 'a.xml'],
    ['<tt><body><div><p begin="0s">x</p></div></body></tt>', 'a.ttml'],
    ['<tt><body/></tt>', 'a.dfxp'],
  ])('is detected by its root element: %s', async (content, name) => {
    expect(await detect(content, name)).toBe('ttml');
  });

  it('is not detected by an element of that name alone', async () => {
    expect(await detect('<tt><b>x</b></tt>', 'a.xml')).toBe('xml');
    expect(await detect('<p><tt xmlns="http://www.w3.org/ns/ttml"/></p>', 'a.ttml')).toBe('txt');
  });
});

describe('SubStation subtitles', () => {
  it.each([
    ['[Script Info]\nTitle: x\n', 'a'],
    ['; by hand\r\n\r\n!: old comment\r\n[SCRIPT INFO]\r\n', 'a.txt'],
    ['[V4+ Styles]\n', 'a'],
    ['[v4 Styles]\n', 'a'],
    ['// made by a program\nVersion 1\n\n[Script Info]\n', 'a.ass'],
    ['  made elsewhere\n[V4+ Styles]\n', 'a.ssa'],
  ])('are detected by their sections: %j', async (content, name) => {
    expect(await detect(content, name)).toBe('ass');
  });

  it('are not detected by the name of a section within a text', async () => {
    expect(await detect('see [Script Info]\n', 'a.txt')).toBe('txt');
    expect(await detect('Settings\n[Script Info]\n', 'a.ini')).toBe('ini');
  });
});
