import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { COMMON_HEADERS, type Reply } from './reply.ts';
import { headerOf } from './request.ts';

/** A static file, which changes only when the service is deployed. */
export interface Document {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Long enough for a reader, and short enough after a deployment. */
const CACHING = 'public, max-age=300';

/**
 * Reads a static file of the service.
 * @param own its headers besides the common ones
 */
export function readDocument(file: string, own: { readonly 'Content-Type': string }): Document {
  const text = readFileSync(file, 'utf8');
  const tag = `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
  return {
    text,
    headers: { ...COMMON_HEADERS, 'Cache-Control': CACHING, ...own, ETag: tag },
  };
}

/** The response with a document, or 304 when the client has it already. */
export function documentReply(event: Pick<APIGatewayProxyEvent, 'headers'>, { text, headers }: Document): Reply {
  const { 'Content-Type': _, ...kept } = headers;
  return matches(headerOf(event, 'if-none-match'), headers.ETag)
    ? { statusCode: 304, headers: kept, body: '' }
    : { statusCode: 200, headers, body: text };
}

/** Whether an If-None-Match header lists a tag. Proxies that compress make tags weak. */
function matches(header = '', tag = ''): boolean {
  return header.split(',').some((known) => known.trim().replace(/^W\//, '') === tag);
}
