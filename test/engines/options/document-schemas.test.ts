import { describe, expect, it } from 'vitest';
import { optionsOf } from '../../../functions/conversion/catalogue.ts';
import type { FormatName } from '../../../functions/conversion/formats.ts';
import { checkOptions, readOptions } from '../../../functions/conversion/options.ts';
import { office } from '../../../functions/engines/office.ts';

/** Takes an option as a request of that conversion would. */
function take(source: FormatName, target: FormatName, values: Record<string, unknown>) {
  const known = optionsOf(source, target, office);
  const options = readOptions({ values }, target, known);
  checkOptions(options, `${source} to ${target}`, known);
  return options;
}

const refused = (name: string) =>
  expect.objectContaining({ code: 'INVALID_OPTION', message: expect.stringContaining(`"${name}"`) });

describe('an option that a conversion does not have is refused', () => {
  it.each([
    ['docx', 'pdf', 'sheet', 'A'],
    ['txt', 'pdf', 'header', 'a'],
    ['csv', 'csv', 'sheet', '1'],
    ['pptx', 'pdf', 'page_size', 'A4'],
    ['xlsx', 'pdf', 'notes', true],
    ['html', 'pdf', 'password', 'a'],
    ['ppt', 'pdf', 'password', 'a'],
    ['emf', 'pdf', 'pages', '1'],
    ['xlsx', 'tsv', 'separator', 'tab'],
    ['docx', 'odt', 'page_size', 'A4'],
    ['docx', 'epub', 'encoding', 'utf-8'],
  ] as const)('%s to %s: %s', (source, target, name, value) => {
    expect(() => take(source, target, { [name]: value })).toThrow(refused(name));
  });
});

it.each([
  ['docx', { pdf_a: '2b', encrypt_password: 'a' }],
  ['docx', { owner_password: 'a' }],
] as const)('of %s, %j do not go together', (source, options) => {
  expect(() => take(source, 'pdf', options)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
});
