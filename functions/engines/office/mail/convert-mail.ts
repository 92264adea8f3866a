import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../../conversion/formats.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { type ZippedFile, zipFiles } from '../../zip-files.ts';
import { writeText } from '../plain/write-plain.ts';
import { cleanHtml } from './clean-html.ts';
import { dataMail } from './data-mail.ts';
import type { Mail } from './mail.ts';
import { markdownMail } from './markdown-mail.ts';
import { readEml } from './read-eml.ts';
import { readMsg } from './read-msg.ts';
import { plainMail, renderMail } from './render-mail.ts';
import { splitMbox } from './split-mbox.ts';

/** Converts an HTML page, as any other. */
type ConvertPage = (job: EngineJob) => Promise<EngineResult>;

/** Whether a format holds mails. */
export function isMail(format: FormatName): boolean {
  return format === 'eml' || format === 'msg' || format === 'mbox';
}

/**
 * Converts a mail, or the mails of a mailbox, which become a zip if there are several. Nothing is fetched for them.
 * @throws ConversionError
 */
export async function convertMail(job: EngineJob, convertPage: ConvertPage): Promise<EngineResult> {
  const bytes = await readFile(job.sourcePath);
  if (job.sourceFormat === 'msg') return writeMail(readMsg(bytes), job, convertPage);
  if (job.sourceFormat === 'eml') return writeMail(await readEml(bytes), job, convertPage);
  const mails = splitMbox(bytes);
  const [first] = mails;
  if (first && mails.length === 1) return writeMail(await readEml(first, true), job, convertPage);
  return writeMailbox(mails, job, convertPage);
}

async function writeMailbox(mails: readonly Buffer[], job: EngineJob, convertPage: ConvertPage): Promise<EngineResult> {
  const files: ZippedFile[] = [];
  for (const [index, bytes] of mails.entries()) {
    const name = `message-${String(index + 1).padStart(4, '0')}`;
    const mail = await readEml(bytes, true);
    if (job.targetFormat === 'zip')
      files.push(...filesOf(mail).map((file) => ({ ...file, name: `${name}/${file.name}` })));
    else {
      const folder = await mkdtemp(join(job.folder, 'mail-'));
      const { path, format } = await writeMail(mail, { ...job, folder }, convertPage);
      files.push({ name: `${name}.${format}`, path });
    }
    job.onProgress?.(Math.floor(((index + 1) / mails.length) * 100));
  }
  return zipped(files, job);
}

async function writeMail(mail: Mail, job: EngineJob, convertPage: ConvertPage): Promise<EngineResult> {
  const { targetFormat: target, folder } = job;
  const path = join(folder, `result.${target}`);
  if (target === 'zip') return zipped(filesOf(mail), job);
  if (target === 'md' || target === 'json') {
    const withText = { ...mail, text: hasWords(mail) ? mail.text : await textOfPage(mail, job, convertPage) };
    await writeFile(path, target === 'md' ? markdownMail(withText) : dataMail(withText));
    return { path, format: target };
  }
  if (target === 'txt' && (mail.html === undefined || mail.text !== undefined)) {
    await writeText(plainMail(mail), path, job.options);
    return { path, format: target };
  }
  const page = join(folder, target === 'html' ? 'result.html' : 'page.html');
  await writeFile(page, renderMail(mail));
  return target === 'html'
    ? { path: page, format: target }
    : convertPage({ ...job, sourcePath: page, sourceFormat: 'html' });
}

function hasWords({ text = '' }: Mail): boolean {
  return text.trim() !== '';
}

/** The text of a mail that has only a page. */
async function textOfPage({ html }: Mail, job: EngineJob, convertPage: ConvertPage): Promise<string> {
  if (html === undefined) return '';
  const sourcePath = join(job.folder, 'page.html');
  await writeFile(sourcePath, `<!DOCTYPE html><meta charset="utf-8">${cleanHtml(html, () => undefined).html}`);
  const { path } = await convertPage({ ...job, sourcePath, sourceFormat: 'html', targetFormat: 'txt' });
  return (await readFile(path, 'utf8')).trim();
}

async function zipped(files: readonly ZippedFile[], { folder }: EngineJob): Promise<EngineResult> {
  const path = join(folder, 'result.zip');
  await zipFiles(files, path);
  return { path, format: 'zip' };
}

/** The message and the attachments of a mail as files. */
function filesOf(mail: Mail): ZippedFile[] {
  const files = mail.attachments.map(({ name, content }) => ({ name: `attachments/${name}`, content }));
  const text =
    mail.text === undefined && mail.html !== undefined
      ? []
      : [{ name: 'message.txt', content: Buffer.from(plainMail(mail)) }];
  const page = mail.html === undefined ? [] : [{ name: 'message.html', content: Buffer.from(renderMail(mail)) }];
  return [...text, ...page, ...files];
}
