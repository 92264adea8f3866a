import { type Document, documentReply, readDocument } from '../../http/document.ts';
import { endpoint } from '../../http/endpoint.ts';
import { locateFile } from '../../locate-program.ts';
import { DOCUMENTS } from '../../routes.ts';

let document: Document | undefined;

/** GET /api/v1/openapi.json */
export const handler = endpoint((event) => {
  document ??= readDocument(locateFile(DOCUMENTS.openapi), { 'Content-Type': 'application/json; charset=utf-8' });
  return documentReply(event, document);
});
