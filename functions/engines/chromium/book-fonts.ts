import { createHash } from 'node:crypto';
import { tokensOf } from '../markup.ts';
import { attribute, elements, resolvePath, textOfElement } from '../office/epub/markup.ts';

/** How a font is obfuscated: its first bytes are combined with a key by XOR. */
export interface Obfuscation {
  readonly key: Buffer;
  /** In bytes. */
  readonly length: number;
}

/**
 * The obfuscated fonts of a book, by their paths (EPUB 3.3, 4.3, and Adobe's way, which InDesign writes).
 * @param encryption the content of META-INF/encryption.xml
 * @param contents the package document, whose unique identifier the keys are made of
 */
export function obfuscatedFonts(encryption: string, contents: string): ReadonlyMap<string, Obfuscation> {
  const identifier = uniqueIdentifier(contents);
  const obfuscations: Readonly<Record<string, Obfuscation>> = {
    'http://www.idpf.org/2008/embedding': {
      key: createHash('sha1')
        .update(identifier.replace(/[\t\n\r ]/g, ''))
        .digest(),
      length: 1040,
    },
    'http://ns.adobe.com/pdf/enc#RC': {
      key: Buffer.from(identifier.replace(/^urn:uuid:|[-\s]/gi, ''), 'hex'),
      length: 1024,
    },
  };
  const fonts = new Map<string, Obfuscation>();
  let obfuscation: Obfuscation | undefined;
  for (const { kind, name, start, end } of tokensOf(encryption)) {
    if (kind !== 'open') continue;
    const tag = encryption.slice(start, end);
    if (name === 'encryptionmethod') obfuscation = obfuscations[attribute(tag, 'Algorithm') ?? ''];
    if (name === 'cipherreference' && obfuscation?.key.length)
      fonts.set(resolvePath('', attribute(tag, 'URI') ?? ''), obfuscation);
  }
  return fonts;
}

function uniqueIdentifier(contents: string): string {
  const wanted = attribute(elements(contents, 'package')[0] ?? '', 'unique-identifier');
  return textOfElement(contents, 'identifier', (tag) => attribute(tag, 'id') === wanted) ?? '';
}

export function deobfuscateFont(font: Buffer, { key, length }: Obfuscation): Buffer {
  return Buffer.from(font.map((byte, at) => (at < length ? byte ^ (key[at % key.length] ?? 0) : byte)));
}
