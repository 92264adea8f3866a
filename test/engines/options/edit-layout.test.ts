import { describe, expect, it } from 'vitest';
import { editLayout } from '../../../functions/engines/office/layout/edit-layout.ts';
import { rangesOf } from '../../../functions/engines/office/write-pages.ts';
import { processorSeconds } from '../../support/processor-seconds.ts';

const chart = '<office:document><office:body><table:table table:name="local-table"/></office:body></office:document>';
const layout = (properties: string) =>
  `<style:page-layout style:name="pm1"><style:page-layout-properties ${properties}/><style:header-style/></style:page-layout>`;
const flat = (styles: string, master: string, body: string) =>
  `<office:document><office:automatic-styles>${styles}</office:automatic-styles><office:master-styles>${master}</office:master-styles><office:body>${body}</office:body></office:document>`;

describe('a flat document that is laid out', () => {
  it('has its own sheets changed, and none of what is embedded in it', () => {
    const body = (first: string, second: string) =>
      `<table:table table:name="A &amp; B"${first}>${chart}</table:table><table:table table:name="C" table:print-ranges="C.A1"/><table:table table:name="x" table:style-name="ta_extref"/>`.replace(
        ' table:print-ranges="C.A1"',
        second,
      );
    const master = `<style:master-page style:name="M"><style:header>${chart}</style:header></style:master-page>`;
    const edited = editLayout(flat('', master, body('', ' table:print-ranges="C.A1"')), { sheet: 'A & B' }, 'A & B');
    expect(edited).toBe(flat('', master, body('', ' table:print="false"')));
  });

  it('keeps all that is not asked for', () => {
    const xml = flat(
      layout('fo:page-width="8.5in" fo:page-height="11in" fo:margin-top="1in" style:x="&quot;"'),
      '<style:master-page style:name="S"/>',
      '<text:p/>',
    );
    const expected = xml
      .replace(' fo:page-width="8.5in" fo:page-height="11in"', '')
      .replace(
        'style:x="&quot;"',
        'style:x="&quot;" fo:page-width="297mm" fo:page-height="210mm" style:print-orientation="landscape"',
      );
    expect(editLayout(xml, { page_size: 'A4', orientation: 'landscape' })).toBe(expected);
  });

  it('goes through damaged and deep documents once', () => {
    const deep = flat(
      layout('').repeat(50_000),
      '<style:master-page><style:header>'.repeat(50_000),
      `${chart.repeat(50_000)}<table:table table:name="A"`,
    );
    const edit = () => editLayout(deep, { header: 'a', page_size: 'A4', sheet: 'A' }, 'A');
    expect(processorSeconds(edit)).toBeLessThan(5);
  });
});

it('pages in a row are ranges', () => {
  expect(rangesOf([4, 1, 2, 3, 7, 8, 6])).toBe('4,1-3,7-8,6');
});
