import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { escapeXml as escapeMarkup } from '../../entities.ts';
import { unsupported } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';
import { unreadable } from '../unreadable.ts';

/** Texts stay texts, whatever they look like; declarations and comments say nothing of the data. */
const SETTINGS = {
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: LIMITS.depth + 1,
} as const;

/**
 * Parses XML. Entities that a file declares itself are not expanded, from wherever: such a file is refused.
 * @param ordered whether what is found is told in its order, as lists of objects with one name each
 * @throws ConversionError
 */
export function parseXml(text: string, { ordered }: { readonly ordered: boolean }): unknown {
  checkMarkup(text);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw unreadable('xml', valid.err.msg);
  return new XMLParser({ ...SETTINGS, preserveOrder: ordered, trimValues: !ordered }).parse(text);
}

/** Entities may stand for more than fits, or for what lies elsewhere. @throws ConversionError UNSUPPORTED_CONVERSION */
export function checkMarkup(text: string): void {
  if (/<!ENTITY/i.test(text)) throw unsupported('The file declares entities of its own, which are not expanded here.');
}

/** A text as it stands between tags, or in quotes. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML cannot hold
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text))
    throw unsupported('There are control characters in a text, which XML cannot hold.');
  return escapeMarkup(text).replaceAll('\r', '&#13;');
}
