import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgreader, { type FieldsData } from '@kenjiuno/msgreader';
import { getLcidToAnsiCodePages } from '@kenjiuno/msgreader/lib/Defs.js';
import { ConversionError } from '../../../conversion/errors.ts';
import { decodeBytes } from '../../../detection/decode-bytes.ts';
import { withoutTrailing } from '../../without-trailing.ts';
import { decodeDeclared } from '../text-encoding.ts';
import { withFileNames } from './attachment-names.ts';
import { checkCompound } from './check-compound.ts';
import type { Mail, MailAttachment, People, Person } from './mail.ts';
import { mailbox } from './read-eml.ts';
import { readRtf } from './read-rtf.ts';
import { refuseEncrypted, unreadableMail } from './refusals.ts';

type MsgReader = InstanceType<typeof msgreader.default>;

/** Loaders of CommonJS packages differ in what they take for its default export. */
const LOADED: unknown = msgreader;
const READER = (typeof LOADED === 'function' ? LOADED : msgreader.default) as typeof msgreader.default;

const LATIN = 'cp1252';
/** The code pages that Windows has for texts. */
const PAGES: ReadonlySet<number> = new Set([
  874, 932, 936, 949, 950, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258,
]);

/**
 * Reads a mail of Outlook (MS-OXMSG).
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED
 */
export function readMsg(bytes: Buffer): Mail {
  checkCompound(bytes);
  try {
    return read(bytes);
  } catch (error) {
    throw error instanceof ConversionError ? error : unreadableMail(error);
  }
}

function read(bytes: Buffer): Mail {
  const { reader, fields } = opened(bytes);
  if (/\.SMIME$/i.test(textOf(fields.messageClass))) refuseEncrypted('application/pkcs7-mime');
  const people = peopleOf(fields);
  const headers = headersOf(fields, people).filter(([, value]) => value.trim() !== '');
  const attachments = withFileNames((fields.attachments ?? []).map((each) => attachmentOf(reader, each)));
  const body = bodyOf(fields);
  if (headers.length === 0 && body.html === undefined && body.text === undefined) throw unreadableMail('no mail in it');
  return { headers, people, ...body, attachments };
}

/** Opens a mail twice: which code page its texts are in stands among them. */
function opened(bytes: Buffer) {
  const open = (ansiEncoding: string) => {
    const reader = new READER(new Uint8Array(bytes).buffer);
    reader.parserConfig = { ansiEncoding };
    return { reader, fields: reader.getFileData() };
  };
  const first = open(LATIN);
  if (first.fields.error !== undefined) throw unreadableMail(first.fields.error);
  const encoding = encodingOf(first.fields);
  return encoding === LATIN ? first : open(encoding);
}

/** The encoding of texts that are not in Unicode: that of the mail, of its locale, or of its body. */
function encodingOf({ messageCodepage, messageLocaleId = 0, internetCodepage }: FieldsData): string {
  const [ofLocale] = getLcidToAnsiCodePages()[messageLocaleId] ?? [];
  const page = [messageCodepage, ofLocale, internetCodepage].find((each) => each !== undefined && PAGES.has(each));
  return page === undefined ? LATIN : `cp${page}`;
}

/** The first text among values that may be anything in a damaged file. */
function textOf(...values: readonly unknown[]): string {
  const found = values.find((value) => typeof value === 'string' && value !== '');
  return typeof found === 'string' ? withoutTrailing(found, '\0') : '';
}

/** An Exchange server's own name for somebody, which is no address to anybody else (MS-OXOABK: X500 DN). */
const EXCHANGE = /^\/o=/i;

function personOf(displayName: unknown, smtpAddress: unknown, email: unknown): Person {
  const [name, address] = [textOf(displayName), textOf(smtpAddress, email)];
  return { name, address: name !== '' && EXCHANGE.test(address) ? '' : address };
}

function peopleOf(fields: FieldsData): People {
  const recipients = (type: string): Person[] =>
    (fields.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === type)
      .map(({ name, smtpAddress, email }) => personOf(name, smtpAddress, email));
  const sender = personOf(fields.senderName, fields.senderSmtpAddress, fields.senderEmail);
  const from = sender.name + sender.address === '' ? [] : [sender];
  return { from, to: recipients('to'), cc: recipients('cc'), bcc: recipients('bcc') };
}

function headersOf(fields: FieldsData, { from, to, cc, bcc }: People): (readonly [string, string])[] {
  const listed = (people: readonly Person[]) => people.map(mailbox).join(', ');
  return [
    ['From', listed(from)],
    ['To', listed(to)],
    ['Cc', listed(cc)],
    ['Bcc', listed(bcc)],
    ['Date', textOf(fields.clientSubmitTime, fields.messageDeliveryTime)],
    ['Subject', textOf(fields.subject)],
  ];
}

/** The body is HTML, plain text, or compressed RTF that encapsulates either. */
function bodyOf({ body, bodyHtml, html, compressedRtf, internetCodepage }: FieldsData): Pick<Mail, 'html' | 'text'> {
  const text = textOf(body) || undefined;
  if (html instanceof Uint8Array) return { html: decoded(html, internetCodepage), text };
  if (textOf(bodyHtml) !== '') return { html: textOf(bodyHtml), text };
  if (!(compressedRtf instanceof Uint8Array)) return { text };
  const rtf = readRtf(Buffer.from(decompressRTF([...compressedRtf])));
  return rtf.isHtml ? { html: rtf.content, text } : { text: text ?? rtf.content };
}

const UTF8 = 65_001;

/** Decodes a page by the code page of the mail, or by what the page declares. */
function decoded(bytes: Uint8Array, codePage: number | undefined): string {
  if (codePage === UTF8) return decodeBytes(bytes, 'utf-8', { fatal: false });
  return decodeDeclared(bytes);
}

function attachmentOf(reader: MsgReader, attachment: FieldsData): MailAttachment {
  const { fileName, content } = reader.getAttachment(attachment);
  return {
    name: textOf(attachment.fileName, fileName, attachment.name),
    mediaType: attachment.innerMsgContent ? 'application/vnd.ms-outlook' : textOf(attachment.attachMimeTag),
    content: Buffer.from(content ?? new Uint8Array()),
    contentId: textOf(attachment.pidContentId) || undefined,
  };
}
