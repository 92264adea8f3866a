import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Family } from '../../functions/engines/office/families.ts';
import { exportFilterOf } from '../../functions/engines/office/families.ts';
import { pptx } from '../../test/documents/office-open-xml.ts';
import { table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { asRate, asRatio, asTime, byTurns, type Measured, rate, type Task } from './by-turns.ts';
import { postToBytes } from './http-client.ts';
import { ledger, report, TALK } from './sources.ts';
import { describeTools, isThere } from './tools.ts';
import { type PdfOptions, startUnoservers, type Unoservers } from './unoserver.ts';

interface Document {
  readonly name: string;
  readonly filename: string;
  readonly family: Family;
  readonly make: () => Promise<Buffer>;
}

const SHORT: Document = { name: 'docx, 3 pages', filename: 'a.docx', family: 'text', make: () => report(3) };
const DOCUMENTS: readonly Document[] = [
  SHORT,
  { name: 'docx, 50 pages', filename: 'a.docx', family: 'text', make: () => report(50) },
  { name: 'xlsx, 5,000 rows', filename: 'a.xlsx', family: 'sheet', make: () => ledger(5000) },
  { name: 'pptx, 10 slides', filename: 'a.pptx', family: 'slides', make: () => pptx(TALK) },
];
const CLIENTS = [1, 4, 16];
const TOOLS = ['unoserver', 'soffice'] as const;
/** What LibreOffice calls its export of each family. */
const FILTERS: Partial<Record<Family, string>> = {
  text: 'writer_pdf_Export',
  sheet: 'calc_pdf_Export',
  slides: 'impress_pdf_Export',
};

/** Documents to pdf, POST to bytes, against a warm unoserver and soffice, all with the service's own options of the export. */
export async function benchDocuments(): Promise<string> {
  return withPeers(async (origin, unoservers, folder) => {
    const rows = [];
    for (const document of DOCUMENTS) {
      const content = await document.make();
      const { ours, warm, once } = await byTurns({
        ours: postToBytes(origin, { filename: document.filename, content, target: 'pdf' }),
        ...(unoservers && { warm: () => unoservers.convert(content, pdfOptions(document.family)) }),
        ...(isThere('soffice') && { once: oneShot(document, content, folder) }),
      });
      rows.push([
        document.name,
        asTime(ours),
        asTime(warm),
        asTime(once),
        asRatio(ours?.time, warm?.time),
        [ours, warm, once].map(describePdf).join(' / '),
      ]);
    }
    const head = ['to pdf', 'this service', 'unoserver, warm', 'soffice', 'of unoserver (goal 1.00)', 'pages, kB'];
    return table(head, rows);
  });
}

/** Short documents to pdf a second, against one unoserver for each processor. */
export async function benchDocumentRates(): Promise<string> {
  return withPeers(async (origin, unoservers) => {
    const content = await SHORT.make();
    const ours = postToBytes(origin, { filename: SHORT.filename, content, target: 'pdf' });
    const theirs: Task | undefined = unoservers && (() => unoservers.convert(content, pdfOptions(SHORT.family)));
    await Promise.all(Array.from({ length: availableParallelism() }, () => Promise.all([ours(), theirs?.()])));
    const rows = [];
    for (const clients of CLIENTS) {
      const service = await rate(ours, clients);
      const servers = theirs && (await rate(theirs, clients));
      const [goal, parts] = [clients > 1 ? ' (goal 1.00)' : '', asRatio(service.perSecond, servers?.perSecond)];
      rows.push([clients, asRate(service), asRate(servers), `${parts}${goal}`]);
    }
    const head = ['clients', 'this service', `${availableParallelism()} unoservers`, 'of theirs'];
    return `${SHORT.name} to pdf, a second:\n\n${table(head, rows)}`;
  });
}

async function withPeers(
  compare: (origin: string, unoservers: Unoservers | undefined, folder: string) => Promise<string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-documents-'));
  const service = await startService();
  const unoservers = isThere('unoserver') ? await startUnoservers() : undefined;
  try {
    return `${await compare(service.origin, unoservers, folder)}\n\n${describeTools(TOOLS)}`;
  } finally {
    await Promise.all([service.stop(), unoservers?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

type TypedOptions = Readonly<Record<string, { value: string }>>;

const exportOptions = (family: Family) => exportFilterOf(family, 'pdf')?.options?.('medium', {}) ?? '{}';

function pdfOptions(family: Family): PdfOptions {
  const typed = Object.entries(JSON.parse(exportOptions(family)) as TypedOptions);
  return Object.fromEntries(typed.map(([name, { value }]) => [name, value]));
}

/** LibreOffice started for one document, with a profile that it knows from the time before. */
function oneShot({ filename, family }: Document, content: Buffer, folder: string): Task {
  const source = join(folder, filename);
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const target = `pdf:${FILTERS[family]}:${exportOptions(family)}`;
  return async () => {
    writeFileSync(source, content);
    await promisify(execFile)('soffice', ['--headless', profile, '--convert-to', target, '--outdir', folder, source]);
    return readFileSync(join(folder, 'a.pdf'));
  };
}

function describePdf(measured?: Measured): string {
  if (!measured?.result.length) return '-';
  const text = Buffer.from(measured.result).toString('latin1');
  if (!text.startsWith('%PDF')) throw new Error(`This is no pdf: ${text.slice(0, 100)}`);
  return `${text.match(/\/Type ?\/Page\b/g)?.length} p, ${(text.length / 1000).toFixed(0)} kB`;
}
