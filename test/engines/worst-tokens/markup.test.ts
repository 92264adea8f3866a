import { describe, expect, it } from 'vitest';
import { applyEdits, attributesOf, tokensOf } from '../../../functions/engines/markup.ts';
import { many } from './many.ts';
import { QUICK, runAlone } from './run-alone.ts';

const pieces = (text: string, html = false) =>
  [...tokensOf(text, { html })].map(({ kind, name, start, end }) => [kind, name, text.slice(start, end)]);

describe('markup', () => {
  it('is taken apart into pieces that follow each other', () => {
    const text = '<?xml?><!DOCTYPE a [<!ENTITY b ">">] ><!-- <c> --><x:A d=">" e=\'<\'>1 < 2<![CDATA[<f>]]></a><br/>g';
    expect(pieces(text)).toEqual([
      ['declaration', '', '<?xml?>'],
      ['declaration', '', '<!DOCTYPE a [<!ENTITY b ">">] >'],
      ['comment', '', '<!-- <c> -->'],
      ['open', 'a', '<x:A d=">" e=\'<\'>'],
      ['text', '', '1 '],
      ['text', '', '< 2'],
      ['data', '', '<![CDATA[<f>]]>'],
      ['close', 'a', '</a>'],
      ['open', 'br', '<br/>'],
      ['text', '', 'g'],
    ]);
  });

  it('holds scripts whose content is no markup', () => {
    expect(pieces('<script>if (a<b) c = "</p>"</SCRIPT><p>', true)).toEqual([
      ['open', 'script', '<script>'],
      ['text', '', 'if (a<b) c = "</p>"'],
      ['close', 'script', '</SCRIPT>'],
      ['open', 'p', '<p>'],
    ]);
  });

  it('ends where its end is missing', () => {
    for (const text of ['a<b', 'a<b c="', 'a<!--', 'a<!x', 'a<![CDATA[', 'a<?b', '<', '</', '<script>a']) {
      expect(
        pieces(text, true)
          .map(([, , token]) => token)
          .join(''),
      ).toBe(text);
    }
  });

  it('has attributes', () => {
    const tag = `<a b="1" c='2' x:d=3 e f = "a>b" b="4"/>`;
    expect(attributesOf(tag).map(({ name, value }) => [name, value])).toEqual([
      ['b', '1'],
      ['c', '2'],
      ['x:d', '3'],
      ['e', ''],
      ['f', 'a>b'],
      ['b', '4'],
    ]);
    expect(attributesOf(tag).map(({ start, end }) => tag.slice(start, end))).toContain(`f = "a>b"`);
  });

  it('is changed at places', () => {
    expect(
      applyEdits('abcdef', [
        { start: 0, end: 0, text: '<' },
        { start: 1, end: 3, text: '' },
        { start: 6, end: 6, text: '>' },
      ]),
    ).toBe('<adef>');
  });

  it.each(['<', '<a ', '<a b="', '<a b=" c=\'', '="', '<!--', '<!a [', ']>', '<![CDATA[', '<script>', '</style '])(
    'a megabyte of %s is read at once',
    (token) => {
      const read = `(() => { let end = 0; for (const token of m.tokensOf(text, { html: true })) { end = token.end; m.attributesOf(text.slice(token.start, token.end)); } return end; })()`;
      const texts = [many(token), `'<a ' + ${many(token)} + '>'`, `'<!DOCTYPE a [' + ${many(token)}`];
      for (const text of texts) {
        const { value, seconds, megabytes } = runAlone(
          'markup.ts',
          `(() => { const text = ${text}; return ${read}; })()`,
        );
        expect(value).toBeGreaterThan(999_990);
        expect(seconds).toBeLessThan(QUICK.seconds);
        expect(megabytes).toBeLessThan(QUICK.megabytes);
      }
    },
  );
});
