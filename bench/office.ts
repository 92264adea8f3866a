import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { office } from '../functions/engines/office.ts';
import { layerFolder, layerProgram } from '../functions/sandbox/layer.ts';
import { unpackArchive, unpackedLayer, unpackLayer } from '../functions/sandbox/unpack-layer.ts';
import { docx } from '../test/documents/office-open-xml.ts';
import { convertWith, stopEngines } from '../test/support/engine.ts';
import { inTurn, median, ms, table, timed } from './measure.ts';
import { type RunningService, startService } from './running-service.ts';

const ROUNDS = 15;
const FRESH_ROUNDS = 3;
const THROUGHPUT_DOCUMENTS = 60;

const LAYER = 'office';

/** A letter of a page. */
function letter(): Promise<Buffer> {
  const sentence = 'The quick brown fox jumps over the lazy dog, and the conversion takes no longer than that. ';
  return docx(Array.from({ length: 12 }, () => sentence.repeat(3)));
}

async function inFolder<T>(task: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-office-'));
  try {
    return await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** POST-to-answer of a small document to PDF against LibreOffice started for it, and the first document of all. */
export async function benchOffice(): Promise<string> {
  const document = await letter();
  const oneShot = await startOnce();
  const service = await startService();
  try {
    const convert = () => service.convert(document, 'letter.docx', 'pdf');
    const { first: posts, second: starts } = await inTurn(ROUNDS, convert, () => inFolder(oneShot.run(document)));
    const [ours, theirs] = [median(posts), median(starts)];
    const row = [`${(document.length / 1e3).toFixed(1)} kB`, ms(ours), ms(theirs), (theirs / ours).toFixed(1)];
    const comparison = table(['docx to pdf', 'POST to answer, warm', oneShot.name, 'times faster'], [row]);
    return `${comparison}\n\n${await benchThroughput(service, document)}\n\n${await benchFresh(document)}`;
  } finally {
    await service.stop();
  }
}

/** Documents a second with one and two hosts busy, and with more clients than hosts. */
async function benchThroughput(service: RunningService, document: Buffer): Promise<string> {
  const rows = [];
  for (const clients of [1, 2, 4]) {
    let left = THROUGHPUT_DOCUMENTS;
    const work = async () => {
      while (left-- > 0) await service.convert(document, 'letter.docx', 'pdf');
    };
    const time = await timed(() => Promise.all(Array.from({ length: clients }, work)));
    rows.push([clients, Math.min(clients, availableParallelism()), (THROUGHPUT_DOCUMENTS / (time / 1000)).toFixed(1)]);
  }
  return table(['clients', 'hosts busy', 'documents a second'], rows);
}

/** The time of the first document where no layer is unpacked yet. */
async function benchFresh(document: Buffer): Promise<string> {
  const [unpacking, converting]: [number[], number[]] = [[], []];
  for (let round = 0; round < FRESH_ROUNDS; round += 1) {
    unpacking.push(await inFolder((folder) => timed(() => unpackArchive(layerFolder(LAYER), join(folder, LAYER)))));
    converting.push(await inFolder((folder) => timed(() => convertFirst(document, folder))));
  }
  const [unpack, convert] = [median(unpacking), median(converting)];
  return table(
    ['first document', 'unpacking', 'start and conversion', 'sum'],
    [['', ms(unpack), ms(convert), ms(unpack + convert)]],
  );
}

async function convertFirst(document: Buffer, folder: string): Promise<void> {
  const sourcePath = join(folder, 'source');
  writeFileSync(sourcePath, document);
  await convertWith(office, { sourcePath, sourceFormat: 'docx', targetFormat: 'pdf', quality: 'medium', folder });
  await stopEngines();
}

/** LibreOffice started for one document, with a fresh profile: `soffice` where it is installed, else that of the layer. */
async function startOnce() {
  const installed = spawnSync('soffice', ['--version']).status === 0;
  await unpackLayer(LAYER);
  const unpacked = unpackedLayer(LAYER);
  const run = (document: Buffer) => async (folder: string) => {
    writeFileSync(join(folder, 'source.docx'), document);
    if (installed) runInstalled(folder);
    else runLayer(unpacked, folder);
  };
  return { name: installed ? 'soffice, fresh profile' : "the layer's LibreOffice, fresh profile", run };
}

function runInstalled(folder: string): void {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
  const args = ['--headless', profile, '--convert-to', 'pdf', '--outdir', folder, join(folder, 'source.docx')];
  execFileSync('soffice', args, { stdio: 'ignore' });
}

function runLayer(unpacked: string, folder: string): void {
  const { command } = layerProgram(LAYER, 'bin/resident-office', unpacked, ['program', 'lib']);
  const [program, ...before] = command;
  const url = (name: string) => pathToFileURL(join(folder, name)).href;
  const input = [`load\t${url('source.docx')}\tBatch=true`, `save\t${url('result.pdf')}\tpdf\t`, 'close', ''].join(
    '\n',
  );
  const env = {
    HOME: folder,
    SAL_USE_VCLPLUGIN: 'svp',
    LC_ALL: 'C.UTF-8',
    FONTCONFIG_FILE: join(unpacked, 'fonts.conf'),
  };
  execFileSync(program, [...before, join(unpacked, 'program'), url('profile')], {
    input,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}
