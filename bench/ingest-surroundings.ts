import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStandIns } from '../test/stand-ins/stand-ins.ts';

/** The services of the ingest server: stand-ins for records and jobs, and an S3 that discards files. Prints their addresses. */
const folder = mkdtempSync(join(tmpdir(), 'ingest-surroundings-'));
process.once('SIGTERM', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
});
const { environment } = await startStandIns(folder);

const s3 = createServer((request, response) => {
  request.resume().once('end', () => {
    response.setHeader('ETag', '"etag"');
    if (request.method === 'POST') response.setHeader('Content-Type', 'application/xml');
    response.end(request.method === 'POST' ? answerTo(request.url ?? '') : '');
  });
}).listen(0, () => {
  const { port } = s3.address() as AddressInfo;
  console.log(
    JSON.stringify({ port, environment: { ...environment, AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}` } }),
  );
});

function answerTo(url: string): string {
  return url.includes('uploads')
    ? '<InitiateMultipartUploadResult><UploadId>id</UploadId></InitiateMultipartUploadResult>'
    : '<CompleteMultipartUploadResult><ETag>"etag"</ETag></CompleteMultipartUploadResult>';
}
