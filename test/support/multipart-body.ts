/** A part of a multipart body, as raw header parameters and content. */
export interface RawPart {
  readonly name: string;
  readonly filename?: string;
  readonly content: string | Uint8Array;
}

/** A well-formed multipart body, byte by byte as browsers write it. */
export function multipartBody(boundary: string, parts: readonly RawPart[]): Buffer {
  const chunks = parts.flatMap(({ name, filename, content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        `${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}
