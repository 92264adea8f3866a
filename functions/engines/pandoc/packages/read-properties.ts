import { openZip } from '../../../detection/document-zip.ts';
import { decodeEntities } from '../../entities.ts';
import { attribute, elements, textOfElement } from '../../office/epub/markup.ts';
import { inspect } from '../../read/inspect.ts';

/** What a document says of itself. */
export interface Properties {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly lang?: string | undefined;
}

/** Bytes of a part that is read, and characters of a property. */
const LARGEST = 4 * 1024 * 1024;
const LONGEST = 500;

/** A language tag of a book (BCP 47). */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i;

/** Where packages say so (ECMA-376, part 2, 11.1, and part 1, 17.7.5; OpenDocument 1.3, 4.3 and 16.4). */
const PARTS = {
  docx: { properties: 'docProps/core.xml', styles: 'word/styles.xml', language: ['lang', 'w:val'] },
  odt: { properties: 'meta.xml', styles: 'styles.xml', language: ['text-properties', 'fo:language', 'fo:country'] },
} as const;

/** Reads title, author and language of a package, which pandoc does not. */
export function readProperties(path: string, format: keyof typeof PARTS): Properties {
  const { properties, styles, language } = PARTS[format];
  return inspect(path, (read, size) => {
    const zip = openZip(read, size);
    const textOf = (name: string) => zip.data(name, LARGEST)?.toString('utf8') ?? '';
    const said = textOf(properties);
    const property = (name: string) =>
      decodeEntities(textOfElement(said, name) ?? '')
        .trim()
        .slice(0, LONGEST) || undefined;
    const languages = [property('language'), languageIn(textOf(styles), language)];
    return {
      title: property('title'),
      author: property('initial-creator') ?? property('creator'),
      lang: languages.find((each) => each !== undefined && LANGUAGE.test(each)),
    };
  });
}

/** The language of the first style that has one. */
export function languageIn(xml: string, [element = '', ...attributes]: readonly string[]): string | undefined {
  for (const tag of elements(xml, element)) {
    const [language, country] = attributes.map((each) => attribute(tag, each));
    if (language) return country && country !== 'none' ? `${language}-${country}` : language;
  }
  return undefined;
}
