/** What is in an address that holds a picture itself (RFC 2397), or nothing where it is no such address. */
export function readDataAddress(address: string): Buffer | undefined {
  if (!/^data:image\//i.test(address)) return undefined;
  const comma = address.indexOf(',');
  if (comma < 0) return undefined;
  const content = address.slice(comma + 1);
  if (/;\s*base64\s*$/i.test(address.slice(0, Math.min(comma, 200)))) return Buffer.from(content, 'base64');
  try {
    return Buffer.from(decodeURIComponent(content));
  } catch {
    return undefined;
  }
}

const MEDIA_TYPES: Readonly<Record<string, string>> = { jpg: 'jpeg', svg: 'svg+xml' };

/** An address that holds a picture. */
export function dataAddress(data: Buffer, extension: string): string {
  return `data:image/${MEDIA_TYPES[extension] ?? extension};base64,${data.toString('base64')}`;
}
