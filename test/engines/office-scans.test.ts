import { describe, expect, it, vi } from 'vitest';
import { reflow } from '../../functions/engines/reflow.ts';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { committed } from '../support/committed.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

vi.setConfig({ testTimeout: 120_000 });

/** A page that was laid 0.7 degrees askew on a scanner, with its text hidden behind its picture by text recognition. */
const SEARCHABLE = committed('scans/searchable.pdf');

describe('a scanned page whose text was recognised', () => {
  it('becomes Markdown with its headings, paragraphs and table', async () => {
    const { file } = await convertBytes(reflow, SEARCHABLE, ['pdf', 'md']);
    const [title, first, heading, second, table, last] = file.toString().trim().split('\n\n');
    expect(title).toBe('# Harvest of the orchard');
    expect(first).toMatch(/^The trees behind the mill .* the storm in March\.$/);
    expect(heading).toBe('## What was sold');
    expect(second).toMatch(/^All figures .* before noon\.$/);
    expect(table?.split('\n')).toHaveLength(5);
    expect(last).toMatch(/^The market .* time of the year\.$/);
  });

  it('becomes data by the lines of its table', async () => {
    const { file } = await convertWithOffice(SEARCHABLE, 'pdf', 'json');
    const rows = [
      ['Fruit', 'Spring', 'Autumn'],
      ['Apples', 120, 845],
      ['Pears', 35, 412],
      ['Plums', 18, 97],
    ];
    expect(JSON.parse(file.toString())).toEqual([{ page: 1, rows }]);
  });

  it('becomes a document without the picture of its words', async () => {
    const { file } = await convertWithOffice(SEARCHABLE, 'pdf', 'docx');
    const names = [...unzip(file).keys()];
    expect(names.filter((name) => name.startsWith('word/media/'))).toEqual([]);
  });
});
