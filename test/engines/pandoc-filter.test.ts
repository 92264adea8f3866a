import { describe, expect, it, vi } from 'vitest';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 240_000 });

/** A comment, of which nothing is left. */
const COMMENT = '\n<!-- a comment -->\n';

describe('a document without a title', () => {
  it('gets the title of its first heading', async () => {
    const page = async (text: string) => String((await convertBytes(pandoc, text, ['md', 'html'])).file);
    expect(await page('words\n\n## A `b`  *c*\n')).toContain('<title>A b c</title>');
    expect(await page('words\n')).toContain('<title>Document</title>');
    const spaces = ' '.repeat(1_000_000);
    expect((await page(`# \`a${spaces}b\`\n`)).slice(0, 1000)).toContain('<title>a');
  });

  it.each([
    ['words\n\n## A *book*\n\nmore\n', 'A book'],
    ['words\n', 'Document'],
    [`words${COMMENT}`, 'Document'],
  ])('is listed as a book by its first heading, or a word that says nothing: %j', async (text, title) => {
    const parts = unzip((await convertBytes(pandoc, text, ['md', 'epub'])).file);
    expect(String(parts.get('EPUB/content.opf'))).toMatch(new RegExp(`<dc:title[^>]*>${title}<`));
    expect(String(parts.get('EPUB/nav.xhtml'))).toContain(`<h1 id="toc-title">${title}</h1>`);
    for (const [name, part] of parts) expect(String(part), name).not.toMatch(/UNTITLED|<title>(?:source|tree)</);
  });

  it('is refused where it is empty', async () => {
    await expect(convertBytes(pandoc, '<p></p>', ['html', 'rst'])).rejects.toMatchObject({ code: 'UNREADABLE_FILE' });
  });
});

describe('metadata and warnings of a document', () => {
  it.each([
    '<p><span custom-style="Strong">two</span></p>',
    '<p><span class="a" custom-style="Strong">two</span></p>',
    '<div class="a" custom-style="Strong"><p>two</p></div>',
    '<table><tr><td>two</td><td><span custom-style="Strong">three</span></td></tr></table>',
  ])('no style reaches one by %s alone', async (page) => {
    const text = String(unzip((await convertBytes(pandoc, page, ['html', 'docx'])).file).get('word/document.xml'));
    expect(text).toContain('two');
    expect(text).not.toContain('"Strong"');
  });

  it('show an include among many warnings', async () => {
    const formulas = Array.from({ length: 400 }, (_, at) => `$\\nothing{${at}$\n\n`).join('');
    await expect(
      convertBytes(pandoc, `#+INCLUDE: "chapter.org"\n\n${formulas}`, ['org', 'docx']),
    ).rejects.toMatchObject({
      code: 'UNSUPPORTED_CONVERSION',
    });
  });
});

describe('pictures embedded in a text', () => {
  const GIF = 'R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==';

  it.each(['image/gif;base64', 'IMAGE/GIF;charset=x;base64'])(
    'go into a file from an address as %s, of whatever length',
    async (kind) => {
      const picture = Buffer.concat([Buffer.from(GIF, 'base64'), Buffer.alloc(700_001, 7)]);
      const text = `![a](data:${kind},${picture.toString('base64')})\n`;
      const { file } = await convertBytes(pandoc, text, ['md', 'docx']);
      const held = [...unzip(file).values()].some((part) => part.equals(picture));
      expect(held).toBe(true);
    },
  );

  it('become words where they are no pictures', async () => {
    const text = `![one](data:image/png;base64,${Buffer.from('root:x').toString('base64')}) ![two](own/picture-1.png)\n`;
    const parts = unzip((await convertBytes(pandoc, text, ['md', 'docx'])).file);
    expect([...parts.keys()].filter((name) => name.includes('media/'))).toEqual([]);
    expect(String(parts.get('word/document.xml'))).toMatch(/one[\s\S]*two/);
  });
});
