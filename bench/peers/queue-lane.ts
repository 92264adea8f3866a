import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { office } from '../../functions/engines/office.ts';
import { convertWith, stopEngines } from '../../test/support/engine.ts';
import { ms, table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { byTurns, type Task } from './by-turns.ts';
import { postToBytes } from './http-client.ts';
import { report, smallPicture } from './sources.ts';

/** What the queue adds: to a picture, which needs none, and to a document, against its engine without a service. */
export async function benchQueueLane(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-queue-'));
  const service = await startService();
  try {
    const picture = { filename: 'small.png', content: await smallPicture(), target: 'webp' };
    const document = { filename: 'report.docx', content: await report(3), target: 'pdf' };
    const queued = { headers: { Prefer: 'respond-async' } };
    const pictures = await difference(
      postToBytes(service.origin, { ...picture, ...queued }),
      postToBytes(service.origin, picture),
    );
    const documents = await difference(postToBytes(service.origin, document), bareEngine(document.content, folder));
    const asynchronous = await difference(
      postToBytes(service.origin, { ...document, ...queued }),
      bareEngine(document.content, folder),
    );
    return table(
      ['', 'through the queue', 'without', 'difference', 'goal'],
      [
        ['png 400x300 to webp, with and without `Prefer: respond-async`', ...pictures],
        ['docx of 3 pages to pdf, waited for, and its engine alone', ...documents],
        ['docx of 3 pages to pdf, with `Prefer: respond-async`, and its engine alone', ...asynchronous],
      ],
    );
  } finally {
    await Promise.all([service.stop(), stopEngines()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function difference(first: Task, second: Task): Promise<string[]> {
  const { ours, without } = await byTurns({ ours: first, without: second });
  const [long, short] = [ours?.time ?? Number.NaN, without?.time ?? Number.NaN];
  return [ms(long), ms(short), ms(long - short), '60 ms'];
}

/** The engine in its jailed host, as the service has it, and nothing around it. */
function bareEngine(content: Buffer, root: string): Task {
  const sourcePath = join(root, 'source.docx');
  writeFileSync(sourcePath, content);
  return async () => {
    const folder = mkdtempSync(join(root, 'job-'));
    const job = { sourcePath, sourceFormat: 'docx', targetFormat: 'pdf', quality: 'medium', folder } as const;
    const { path } = await convertWith(office, job);
    return readFileSync(path);
  };
}
