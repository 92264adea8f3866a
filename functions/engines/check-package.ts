import { openZip } from '../detection/document-zip.ts';
import { lacksPart } from './missing-part.ts';
import { inspect } from './read/inspect.ts';
import { unreadableFile } from './refusals.ts';

/** Uncompressed bytes of a part, and of all parts, that are checked; a second inflates 500 million. */
const [LARGEST, ALL] = [64 * 1024 * 1024, 1024 * 1024 * 1024];

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');

/** Parts that are markup, and read as far as they go, and what begins with their root. */
const XML = { names: /\.(?:xml|rels|model|fpage)$/i, root: /^[^<]{0,4}(?:<[?!][^>]*>\s*)*<([A-Za-z_][\w.:-]*)[\s/>]/ };
const HTML = { names: /\.x?html?$/i, root: /<(html)[\s>]/i };
/** The folder with menus of OpenOffice, which are empty. */
const MENUS = 'Configurations2/';
/** Bytes at the beginning and at the end of a part that are searched for its root. */
const [BEGINNING, END] = [4096, 1024];

/**
 * Refuses zip packages with parts that are missing, do not match their CRC-32, or whose XML is cut off: engines leave out
 * such pictures and sheets, or show what is there.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkPackage(path: string): void {
  const intact = inspect(path, (read, size) => {
    if (!read(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) return true;
    const zip = openZip(read, size);
    if (lacksPart(zip)) return false;
    let left = ALL;
    return [...new Set(zip.names)].every((name) => {
      left -= zip.size(name);
      const markup = name.includes(MENUS) ? undefined : [XML, HTML].find(({ names }) => names.test(name));
      return left < 0 || zip.isIntact(name, LARGEST, (content) => !markup || isClosed(content, markup.root));
    });
  });
  if (intact) return;
  throw unreadableFile(
    'The file is damaged: one of its parts is missing, cut off, or does not match its checksum. Upload it again, or open it in its own program and save it again.',
  );
}

/** Whether markup ends with its root; so does what begins otherwise, as encrypted parts do. Zeros are dropped for UTF-16. */
function isClosed(content: Buffer, beginning: RegExp): boolean {
  const text = (part: Buffer) => part.toString('latin1').replaceAll('\u0000', '').trimEnd();
  if (content.length === 0) return false;
  const [opened = '', root] = beginning.exec(text(content.subarray(0, BEGINNING))) ?? [];
  if (root === undefined || text(content.subarray(-END)).toLowerCase().includes(`</${root.toLowerCase()}`)) return true;
  const whole = text(content);
  return whole.endsWith('/>') && whole.lastIndexOf('<') === opened.lastIndexOf('<');
}
