import { crc32 } from 'node:zlib';

/** The type of a header value that is a text. */
const TEXT = 7;

/** A frame of application/vnd.amazon.eventstream: lengths, headers and payload, with a checksum of each. */
export function encodeFrame(headers: Readonly<Record<string, string>>, payload: Uint8Array): Buffer {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const length = 12 + head.length + payload.length + 4;
  const prelude = Buffer.concat([uint32(length), uint32(head.length)]);
  const message = Buffer.concat([prelude, uint32(crc32(prelude)), head, payload]);
  return Buffer.concat([message, uint32(crc32(message))]);
}

function encodeHeader(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const length = Buffer.from([text.length >> 8, text.length & 255]);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([TEXT]), length, text]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
