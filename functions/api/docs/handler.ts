import { hash } from 'node:crypto';
import { type Document, documentReply, readDocument } from '../../http/document.ts';
import { endpoint } from '../../http/endpoint.ts';
import { locateFile } from '../../locate-program.ts';
import { DOCUMENTS } from '../../routes.ts';

let page: Document | undefined;

/** GET /api/v1/docs */
export const handler = endpoint((event) => {
  page ??= withPolicy(readDocument(locateFile(DOCUMENTS.docs), { 'Content-Type': 'text/html; charset=utf-8' }));
  return documentReply(event, page);
});

/** The page may show itself, in its own style, and do nothing: it has no script, loads nothing and sends nothing. */
function withPolicy({ text, headers }: Document): Document {
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { text, headers: { ...headers, 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' } };
}
