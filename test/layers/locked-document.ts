import { createCipheriv, createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';

const ROUNDS = 1000;

/** Writes a text document that opens with a password only, as OpenDocument 1.2 says, without help of an office program. */
export async function writeLockedDocument(path: string, text: string, password: string): Promise<void> {
  const content = Buffer.from(contentXml(text));
  const { data, entry } = encrypt(content, password);
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from('application/vnd.oasis.opendocument.text'), 'mimetype', { compress: false });
  zip.addBuffer(data, 'content.xml', { compress: false });
  zip.addBuffer(Buffer.from(manifestXml(entry)), 'META-INF/manifest.xml');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

function encrypt(content: Buffer, password: string): { data: Buffer; entry: string } {
  const compressed = deflateRawSync(content);
  const [salt, vector] = [randomBytes(16), randomBytes(16)];
  const key = pbkdf2Sync(createHash('sha256').update(password).digest(), salt, ROUNDS, 32, 'sha1');
  const cipher = createCipheriv('aes-256-cbc', key, vector);
  const checksum = createHash('sha256').update(compressed.subarray(0, 1024)).digest('base64');
  return {
    data: Buffer.concat([cipher.update(compressed), cipher.final()]),
    entry: `<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml" manifest:size="${content.length}">
<manifest:encryption-data manifest:checksum-type="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0#sha256-1k" manifest:checksum="${checksum}">
<manifest:algorithm manifest:algorithm-name="http://www.w3.org/2001/04/xmlenc#aes256-cbc" manifest:initialisation-vector="${vector.toString('base64')}"/>
<manifest:key-derivation manifest:key-derivation-name="PBKDF2" manifest:key-size="32" manifest:iteration-count="${ROUNDS}" manifest:salt="${salt.toString('base64')}"/>
<manifest:start-key-generation manifest:start-key-generation-name="http://www.w3.org/2000/09/xmldsig#sha256" manifest:key-size="32"/>
</manifest:encryption-data></manifest:file-entry>`,
  };
}

function contentXml(text: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2"><office:body><office:text><text:p>${text}</text:p></office:text></office:body></office:document-content>`;
}

function manifestXml(entry: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:version="1.2" manifest:media-type="application/vnd.oasis.opendocument.text"/>${entry}</manifest:manifest>`;
}
