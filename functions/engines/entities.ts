const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text in which entities stand, as it is read. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (entity, decimal, hex, name) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : Number.NaN;
    if (Number.isNaN(code)) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? entity) : entity;
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** Without what XML does not hold; a space is a space. */
export function cleanText(text: string): string {
  return text.replace(/[\u00a0\t]/g, ' ').replace(/[^\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Text as it stands in XML. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
