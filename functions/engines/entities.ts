const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes character references and the entities of XML. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    if (Number.isNaN(code)) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? entity) : entity;
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Removes characters that XML does not allow; tabs and no-break spaces become spaces. */
export function cleanText(text: string): string {
  return text.replace(/[\u00a0\t]/g, ' ').replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Escapes text for XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
