import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../functions/conversion/errors.ts';
import {
  checkOptions,
  type GivenOptions,
  type OptionSchemas,
  readOptions,
  separateSecrets,
} from '../../functions/conversion/options.ts';

const KNOWN = {
  width: { title: '', description: '', type: 'integer', minimum: 1, maximum: 100, 'x-unit': 'px' },
  speed: { title: '', description: '', type: 'number', exclusiveMinimum: 0, maximum: 2.5 },
  fit: { title: '', description: '', type: 'string', enum: ['inside', 'fill'], 'x-needs': ['width'] },
  lossless: { title: '', description: '', type: 'boolean', 'x-excludes': ['speed'] },
  pages: { title: '', description: '', type: 'string', pattern: '^[0-9-]+$', examples: ['1-3'] },
  header: { title: '', description: '', type: 'string', maxLength: 5 },
  html: { title: '', description: '', type: 'string', maxLength: 5, contentMediaType: 'text/html' },
  password: { title: '', description: '', type: 'string', maxLength: 5, writeOnly: true },
} as const satisfies OptionSchemas;

const reading = (given: GivenOptions) => () => readOptions(given, 'png', KNOWN);

function refusal(given: GivenOptions): string {
  try {
    reading(given)();
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'INVALID_OPTION') return error.message;
    throw error;
  }
  throw new Error('It was taken.');
}

describe('options', () => {
  it('are values of a JSON object, or texts of fields that mean the same', () => {
    const values = { width: 100, speed: 2.5, fit: 'fill', lossless: false, pages: '1-3', header: ' a ' };
    const texts = { width: ' 100', speed: '2.5', fit: 'fill', lossless: 'FALSE', pages: '1-3', header: ' a ' };
    expect(reading({ values })()).toEqual(values);
    expect(reading({ texts })()).toEqual(values);
    expect(reading({})()).toEqual({});
  });

  it('are words in any case', () => {
    expect(reading({ values: { fit: 'Fill' } })()).toEqual({ fit: 'fill' });
    expect(reading({ texts: { fit: 'INSIDE' } })()).toEqual({ fit: 'inside' });
  });

  it.each<[string, unknown, string]>([
    ['width', 0, 'a whole number from 1 to 100 (px), not "0".'],
    ['width', { a: 1 }, 'a whole number from 1 to 100 (px), not that.'],
    ['speed', 0, 'a number above 0 to 2.5, not "0".'],
    ['fit', 'full', 'one of: inside, fill, not "full".'],
    ['lossless', '__proto__', 'true or false, not "__proto__".'],
    ['pages', 'all', 'a text like "1-3", not "all".'],
    ['header', 'a\nb', 'a text of at most 5 characters, not "ab".'],
    ['password', 'secret', 'a text of at most 5 characters, not what was given.'],
  ])('refuses %s: %j', (name, value, message) => {
    expect(refusal({ values: { [name]: value } })).toBe(`The option "${name}" must be ${message}`);
  });

  it.each(['1e3', '0x10', '', 'ten', '1,5', 'Infinity', '9'.repeat(400)])('takes no field %j for a number', (text) => {
    expect(refusal({ texts: { width: text } })).toMatch(/"width" must be a whole number/);
  });

  it.each([
    ['header', 'می\u200cخ'],
    ['header', '👩\u200d🚀'],
    ['html', '<p>\n\t'],
  ])('takes for %s a text with characters that join others or part lines: %j', (name, text) => {
    expect(reading({ texts: { [name]: text } })()).toEqual({ [name]: text });
  });

  it.each(['widht', '__proto__', 'constructor', 'toString', '', 'a\u0000b'])('knows no option %j', (name) => {
    const known = 'The options are: width, speed, fit, lossless, pages, header, html, password.';
    expect(refusal({ texts: { [name]: '1' } })).toBe(`"${name.replace('\u0000', '')}" is no option of png. ${known}`);
    expect(refusal({ values: JSON.parse(`{${JSON.stringify(name)}: 1}`) })).toMatch(/is no option of png/);
  });
});

describe('the options of a pair', () => {
  it('must be had by it, go together, and not be alone', () => {
    const check = (options: Record<string, string | number | boolean>) => () =>
      checkOptions(options, 'jpg to png', KNOWN);
    expect(check({ width: 1, fit: 'fill' })).not.toThrow();
    expect(check({ fit: 'fill' })).toThrow('The option "fit" means nothing without "width".');
    expect(check({ lossless: true, speed: 1 })).toThrow('The options "lossless" and "speed" contradict each other');
    expect(check({ scale: 2 })).toThrow('"scale" is no option of jpg to png.');
  });

  it('are separated into secrets and others', () => {
    expect(separateSecrets({ width: 1, password: 'open' }, KNOWN)).toEqual({
      options: { width: 1 },
      secrets: { password: 'open' },
    });
  });
});
