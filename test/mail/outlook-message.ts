import { compoundTree, type Storage } from './compound-tree.ts';

/** What an Outlook message is made of. */
export interface OutlookMessage {
  readonly subject?: string;
  readonly from?: { readonly name: string; readonly address: string };
  readonly to?: readonly { readonly name: string; readonly address: string }[];
  readonly text?: string;
  readonly html?: string;
  /** RTF, which is stored uncompressed in its envelope. */
  readonly rtf?: string;
  readonly messageClass?: string;
  readonly attachments?: readonly {
    readonly name: string;
    readonly content: Buffer;
    readonly type?: string;
    readonly contentId?: string;
  }[];
}

const UNICODE = '001F';
const BINARY = '0102';

/** An Outlook message (MS-OXMSG): each property is a stream that is called by its number and type. */
export function outlookMessage(message: OutlookMessage): Buffer {
  const { subject, from, to = [], text, html, rtf, messageClass = 'IPM.Note', attachments = [] } = message;
  const root: Record<string, Buffer | Storage> = {
    '__properties_version1.0': properties(32, to.length, attachments.length),
    ...texts({ '001A': messageClass, '0037': subject, '0C1A': from?.name, '0C1F': from?.address, '1000': text }),
    ...(html === undefined ? {} : stream('1013', BINARY, Buffer.from(html))),
    ...(rtf === undefined ? {} : stream('1009', BINARY, uncompressedRtf(rtf))),
    '__nameid_version1.0': { '__substg1.0_00020102': Buffer.alloc(0) },
  };
  to.forEach(({ name, address }, index) => {
    root[`__recip_version1.0_#${number(index)}`] = {
      '__properties_version1.0': properties(8),
      ...texts({ '3001': name, '3003': address }),
    };
  });
  attachments.forEach(({ name, content, type, contentId }, index) => {
    root[`__attach_version1.0_#${number(index)}`] = {
      '__properties_version1.0': properties(8),
      ...stream('3701', BINARY, content),
      ...texts({ '3707': name, '370E': type, '3712': contentId }),
    };
  });
  return compoundTree(root);
}

const number = (index: number) => index.toString(16).toUpperCase().padStart(8, '0');

const stream = (property: string, type: string, content: Buffer) => ({ [`__substg1.0_${property}${type}`]: content });

function texts(values: Readonly<Record<string, string | undefined>>): Record<string, Buffer> {
  const streams = Object.entries(values).map(([property, value]) =>
    value === undefined ? {} : stream(property, UNICODE, Buffer.from(value, 'utf16le')),
  );
  return Object.assign({}, ...streams) as Record<string, Buffer>;
}

function properties(length: number, recipients = 0, attachments = 0): Buffer {
  const bytes = Buffer.alloc(length);
  if (length !== 32) return bytes;
  for (const [at, count] of [recipients, attachments, recipients, attachments].entries())
    bytes.writeUInt32LE(count, 8 + at * 4);
  return bytes;
}

/** The envelope of RTF that is not compressed (MS-OXRTFCP, 2.1.3.1). */
function uncompressedRtf(rtf: string): Buffer {
  const content = Buffer.from(rtf, 'latin1');
  const header = Buffer.alloc(16);
  const words = [content.length + 12, content.length, 0x414c_454d, 0];
  for (const [index, value] of words.entries()) header.writeUInt32LE(value, index * 4);
  return Buffer.concat([header, content]);
}
