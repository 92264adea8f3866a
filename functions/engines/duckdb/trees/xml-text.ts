import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { escapeXml as escapeMarkup } from '../../entities.ts';
import { unsupported } from '../../refusals.ts';
import { LIMITS } from '../limits.ts';
import { unreadable } from '../unreadable.ts';

/** Texts stay texts, whatever they look like; declarations and comments are no data. */
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
 * Parses XML. A file that declares entities is refused.
 * @throws ConversionError
 */
export function parseXml(text: string): unknown {
  checkMarkup(text);
  const valid = XMLValidator.validate(text);
  if (valid !== true) throw unreadable('xml', valid.err.msg);
  return new XMLParser(SETTINGS).parse(text);
}

/** Entities may expand without bound, or name other files. @throws ConversionError UNSUPPORTED_CONVERSION */
export function checkMarkup(text: string): void {
  if (/<!ENTITY/i.test(text)) throw unsupported('The file declares entities of its own, which are not expanded here.');
}

/** Escapes a text for content and attributes. */
export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that XML cannot hold
  if (/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text))
    throw unsupported('The file has a text with control characters, which XML cannot hold.');
  return escapeMarkup(text).replaceAll('\r', '&#13;');
}
