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

describe('the borders of what is accepted', () => {
  it.each([
    ['docx', 'pdf', 'pages', '1', '0'],
    ['docx', 'pdf', 'pages', '3-', '-3'],
    ['docx', 'pdf', 'page_size', 'A4', 'a4'],
    ['docx', 'pdf', 'orientation', 'landscape', 'lying'],
    ['docx', 'pdf', 'margin_top', 0, -0.1],
    ['docx', 'pdf', 'margin_right', 200, 200.1],
    ['docx', 'pdf', 'margin_bottom', 12.5, '12.5'],
    ['docx', 'pdf', 'margin_left', 1, true],
    ['html', 'pdf', 'header', 'a'.repeat(300), 'a'.repeat(301)],
    ['md', 'pdf', 'footer', 'a'.repeat(300), 'a\nb'],
    ['txt', 'pdf', 'page_numbers', true, 'yes'],
    ['xlsx', 'pdf', 'sheet', 'a'.repeat(255), 'a'.repeat(256)],
    ['csv', 'pdf', 'fit_to_width', true, 1],
    ['pptx', 'pdf', 'notes', true, 'all'],
    ['docx', 'pdf', 'pdf_a', '3b', '1a'],
    ['docx', 'pdf', 'tagged', false, 0],
    ['docx', 'pdf', 'image_quality', 1, 0],
    ['docx', 'pdf', 'image_quality', 100, 101],
    ['docx', 'odt', 'password', 'a'.repeat(127), 'a'.repeat(128)],
    ['docx', 'pdf', 'encrypt_password', 'a', ''],
    ['xlsx', 'csv', 'separator', 'pipe', '|'],
    ['csv', 'csv', 'quoting', 'all', 'none'],
    ['docx', 'txt', 'encoding', 'koi8-r', 'klingon'],
    ['txt', 'txt', 'line_ends', 'crlf', 'cr'],
  ] as const)('%s to %s: %s', (source, target, name, good, bad) => {
    expect(take(source, target, { [name]: good })).toEqual({ [name]: good });
    expect(() => take(source, target, { [name]: bad })).toThrow(refused(name));
  });
});

describe('an option that a conversion does not have is refused', () => {
  it.each([
    ['docx', 'pdf', 'sheet', 'A'],
    ['docx', 'pdf', 'header', 'a'],
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
