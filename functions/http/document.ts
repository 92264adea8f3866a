import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { COMMON_HEADERS, type Reply } from './reply.ts';
import { headerOf } from './request.ts';

/** A file that is the same for all, until the service is deployed anew. */
export interface Document {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Minutes are as good as for ever to who reads, and soon over when the service changes. */
const CACHING = 'public, max-age=300';

/**
 * Reads a file of ours.
 * @param file its path
 * @param own its own headers, of which `Content-Type` must be one
 */
export function readDocument(file: string, own: { readonly 'Content-Type': string }): Document {
  const text = readFileSync(file, 'utf8');
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  return {
    text,
    headers: { ...COMMON_HEADERS, 'Cache-Control': CACHING, ...own, ETag: tag },
  };
}

/** Answers with a document, or that a client has it already (304). */
export function documentReply(event: Pick<APIGatewayProxyEvent, 'headers'>, { text, headers }: Document): Reply {
  const { 'Content-Type': _, ...kept } = headers;
  return isKept(headerOf(event, 'if-none-match'), headers.ETag)
    ? { statusCode: 304, headers: kept, body: '' }
    : { statusCode: 200, headers, body: text };
}

/** What compresses on the way makes a tag weak; the text is the same. */
function isKept(header = '', tag = ''): boolean {
  return header.split(',').some((known) => known.trim().replace(/^W\//, '') === tag);
}
