import { describe, expect, it } from 'vitest';
import { resolveFormats } from '../../client/resolve-formats.ts';
import { ERRORS } from '../../functions/conversion/errors.ts';
import { formatList } from '../../functions/http/representation.ts';
import { PLACED_OPTIONS } from '../../web/src/state/option-groups.ts';
import { PRESETS, presetsFor } from '../../web/src/state/presets.ts';
import { formatTexts } from '../../web/src/state/words.ts';
import { ARABIC_WORDS } from '../../web/src/words/arabic.ts';
import { CHINESE_WORDS } from '../../web/src/words/chinese.ts';
import { FORMAT_KINDS } from '../../web/src/words/format-kinds.ts';
import { FRENCH_WORDS } from '../../web/src/words/french.ts';
import { GERMAN_WORDS } from '../../web/src/words/german.ts';
import { SPANISH_WORDS } from '../../web/src/words/spanish.ts';
import { OWN_CODES } from '../../web/src/words/words.ts';

const list = JSON.parse(JSON.stringify(formatList()));
const formats = resolveFormats(list);
const schemas = formats.flatMap(({ format, options }) =>
  Object.entries(options).map(([option, schema]) => ({ option, target: format, schema })),
);
const options = [...new Set(schemas.map(({ option }) => option))].sort();

/** Names that are the same in all languages, though they look like words. */
const NAMES = new Set(
  [
    'srgb',
    'letter',
    'legal',
    'tabloid',
    'us-ascii',
    'koi-r',
    'macintosh',
    'lf',
    'crlf',
    'zstd',
    'snappy',
    'gzip',
  ].concat(['hevc', 'prores', 'aac', 'opus', 'vorbis', 'flac', 'alac', 'pcm']),
);

/** Values that a person reads as a word; languages of a text are named by the browser. */
const words = new Set(
  schemas
    .filter(({ option }) => option !== 'language')
    .flatMap(({ option, schema }) => (schema.enum ?? []).map((value) => [option, `${value}`] as const))
    .filter(([, value]) => /^[a-z]+(-[a-z]+)?$/.test(value) && !NAMES.has(value))
    .map(([option, value]) => `${option}=${value}`)
    .concat('language=auto'),
);

describe.each([
  { language: 'German', said: GERMAN_WORDS },
  { language: 'French', said: FRENCH_WORDS },
  { language: 'Spanish', said: SPANISH_WORDS },
  { language: 'Chinese', said: CHINESE_WORDS },
  { language: 'Arabic', said: ARABIC_WORDS },
])('the page in $language', ({ said }) => {
  const own = Object.keys(said.options);

  it('has a title and a help for each option that the service lists, and for no other', () => {
    expect(own.filter((name) => !name.includes('@')).sort()).toEqual(options);
    for (const text of Object.values(said.options)) expect(text).toMatch(/^[^|]+ \| [^|]+$/);
  });

  it('distinguishes options that share a name and not a type', () => {
    for (const name of own.filter((each) => each.includes('@'))) {
      const [option, target] = name.split('@');
      expect(schemas.some((each) => each.option === option && each.target === target)).toBe(true);
    }
    const types = new Map<string, Set<string>>();
    for (const { option, schema } of schemas) types.set(option, (types.get(option) ?? new Set()).add(schema.type));
    const several = [...types].filter(([, each]) => each.size > 1).map(([option]) => option);
    for (const option of several) expect(own.some((name) => name.startsWith(`${option}@`))).toBe(true);
  });

  it('calls each value that is a word by a word of its own, and knows no value that is gone', () => {
    const named = Object.entries(said.values).flatMap(([option, values]) =>
      Object.keys(values).map((value) => `${option}=${value}`),
    );
    expect(named.sort()).toEqual([...words].sort());
  });

  it('has a sentence for each code of an error, and for no other', () => {
    const own: readonly string[] = OWN_CODES;
    const codes = [...Object.keys(ERRORS), 'UNEXPECTED_ANSWER', 'BROKEN_OFF'];
    expect(Object.keys(said.errors).sort()).toEqual(codes.filter((code) => !own.includes(code)).sort());
    for (const text of Object.values(said.errors)) expect(text).toMatch(/^[^{}]+[.。]$/);
  });

  it('has a name for each format that the service lists, and for no other', () => {
    const texts = formatTexts(said, FORMAT_KINDS);
    expect([...texts.keys()].sort()).toEqual(formats.map(({ format }) => format).sort());
    for (const text of texts.values()) expect(text).toMatch(/^[^{}\s-][^{}]*$/);
  });
});

it('has a place for options that the service lists, and for no other', () => {
  expect(PLACED_OPTIONS.filter((name) => !options.includes(name))).toEqual([]);
  expect(new Set(PLACED_OPTIONS).size).toBe(PLACED_OPTIONS.length);
});

it('offers presets whose options their targets take, each for some target', () => {
  const offered = formats.flatMap(({ options: own }) => presetsFor(Object.entries(own)));
  for (const [name, { options: wanted }] of Object.entries(PRESETS)) {
    const found = offered.filter((preset) => preset.name === name).flatMap((preset) => Object.keys(preset.options));
    expect([...new Set(found)].sort()).toEqual(Object.keys(wanted).sort());
  }
});
