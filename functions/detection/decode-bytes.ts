/**
 * The text in some bytes, without its byte order mark. A character that the end cuts through is left out.
 * @param encoding one that `TextDecoder` knows
 * @param fatal whether bytes that mean nothing make it throw; else a sign takes their place
 * @throws TypeError where the bytes are not of that encoding, RangeError where nobody knows it
 */
export function decodeBytes(bytes: Uint8Array, encoding: string, { fatal = true } = {}): string {
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}
