import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { type Document, documentReply, readDocument } from '../../http/document.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageHeaders } from '../../http/page-headers.ts';
import { locateFile } from '../../locate-program.ts';
import { PAGE_FOLDER } from '../../routes.ts';

let files: ReadonlyMap<string, Document> | undefined;

/** GET /api/v1/page/{file} */
export const handler = endpoint((event) => {
  files ??= readPage();
  const file = files.get(event.pathParameters?.file ?? '');
  if (file) return documentReply(event, file);
  throw new ConversionError('NOT_FOUND', 'The page has no such file.');
});

/** Reads all files of the page: no name that a client sends is ever a path. */
function readPage(): ReadonlyMap<string, Document> {
  const folder = locateFile(PAGE_FOLDER);
  return new Map(readdirSync(folder).map((name) => [name, pageFile(join(folder, name), name)]));
}

function pageFile(path: string, name: string): Document {
  return readDocument(path, pageHeaders(name, readEnvironment(ENVIRONMENT.uploadOrigin)));
}
