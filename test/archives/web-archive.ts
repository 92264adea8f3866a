/** A record of a web archive (WARC 1.1), with whatever fields. */
export function warcRecord(kind: string, fields: Readonly<Record<string, string>>, block: string | Buffer): Buffer {
  const all = {
    'WARC-Type': kind,
    'WARC-Date': '2020-03-01T00:00:00Z',
    'WARC-Record-ID': '<urn:uuid:00000000-0000-4000-8000-000000000000>',
    'Content-Length': `${Buffer.byteLength(block)}`,
    ...fields,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([
    Buffer.from(`WARC/1.1\r\n${lines.join('')}\r\n`),
    Buffer.from(block as string),
    Buffer.from('\r\n\r\n'),
  ]);
}

/** The answer of a server, as a record. */
export function warcResponse(
  address: string,
  body: string | Buffer,
  fields: Readonly<Record<string, string>> = { 'Content-Type': 'text/html' },
): Buffer {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = Buffer.from(`HTTP/1.1 200 OK\r\n${lines.join('')}\r\n`);
  const kind = { 'Content-Type': 'application/http; msgtype=response', 'WARC-Target-URI': address };
  return warcRecord('response', kind, Buffer.concat([head, Buffer.from(body as string)]));
}

/** Bytes in the chunked transfer coding, so many to a chunk. */
export function chunked(content: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) {
    const part = content.subarray(at, at + size);
    parts.push(Buffer.from(`${part.length.toString(16)};a=b\r\n`), part, Buffer.from('\r\n'));
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}
