import type { ServerResponse } from 'node:http';

/** An error response of S3. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Sends an error response in S3's XML. */
export function answerRefusal(
  response: ServerResponse,
  { status, code, message }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { ...headers, 'Content-Type': 'application/xml' }).end(body);
}
