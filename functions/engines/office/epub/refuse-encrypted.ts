import { passwordProtected } from '../encryption.ts';
import { attribute, elements } from './markup.ts';
import type { BookFiles } from './read-book.ts';

/** Font obfuscation, which anyone can undo. All other encryption is DRM. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/**
 * Refuses books whose chapters are protected by DRM.
 * @throws ConversionError PASSWORD_PROTECTED
 */
export function refuseEncrypted(files: BookFiles): void {
  const encryption = files.text('META-INF/encryption.xml') ?? '';
  const methods = elements(encryption, 'EncryptionMethod').map((method) => attribute(method, 'Algorithm') ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.test(method))) throw passwordProtected('chapters are encrypted');
}
