/**
 * Decodes text without its byte order mark. An incomplete character at the end is left out.
 * @param encoding that `TextDecoder` supports
 * @param fatal whether invalid bytes are an error rather than replaced
 * @throws TypeError for invalid bytes, RangeError for an unknown encoding
 */
export function decodeBytes(bytes: Uint8Array, encoding: string, { fatal = true } = {}): string {
  return new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true });
}
