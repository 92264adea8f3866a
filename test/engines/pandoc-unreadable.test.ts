import { describe, expect, it, vi } from 'vitest';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertBytes } from '../support/engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const refused = (text: string, from: FormatName, expected: object) =>
  expect(convertBytes(pandoc, text, [from, 'html']), text).rejects.toMatchObject(expected);
const unreadable = (message: RegExp) => ({ code: 'UNREADABLE_FILE', message: expect.stringMatching(message) });

describe('a text that pandoc does not read', () => {
  it.each([
    'One\n\n#context counter(page).display()\n',
    'One\n\n#own-function(3)\n',
    'One\n\n#calc.own(3)\n',
    'One\n\n#panic("x")\n',
  ])('is not called damaged where Typst would read it: %j', async (text) => {
    await refused(text, 'typ', unreadable(/^The code in line 3 .* only some functions of Typst are supported/));
  });

  it('is reported with the line where it is incomplete or unsupported', async () => {
    const from = (line: number) => unreadable(new RegExp(`^The document cannot be read from line ${line} on`));
    await refused('One\n\n#let\n', 'typ', from(3));
    await refused('One\n\ntwo } three\n', 'tex', from(3));
    await refused('One\n\n{|\nx\n', 'mediawiki', from(4));
    await refused('@article{a, title={x}', 'bib', from(3));
  });

  it('is reported for recursive macros, and as damaged where no line is known', async () => {
    await refused('\\newcommand{\\a}{\\a\\a}\\a', 'tex', unreadable(/^A macro of the document calls itself/));
    await refused('<article><para>a</article>', 'dbk', unreadable(/^The document is damaged/));
  });
});
