import { openZip } from '../detection/document-zip.ts';
import { inspect } from './read/inspect.ts';
import { unreadableFile } from './refusals.ts';

/** Uncompressed bytes of a part, and of all parts, that are checked; a second inflates 500 million. */
const [LARGEST, ALL] = [64 * 1024 * 1024, 1024 * 1024 * 1024];

const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');

/**
 * Refuses zip packages with parts that do not match their CRC-32: engines leave out such pictures, or draw what is there.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkPackage(path: string): void {
  const intact = inspect(path, (read, size) => {
    if (!read(0, LOCAL_HEADER.length).equals(LOCAL_HEADER)) return true;
    const zip = openZip(read, size);
    let left = ALL;
    return [...new Set(zip.names)].every((name) => {
      left -= zip.size(name);
      return left < 0 || zip.isIntact(name, LARGEST);
    });
  });
  if (intact) return;
  throw unreadableFile(
    'The file is damaged: one of its parts does not match its checksum. Upload it again, or open it in its own program and save it again.',
  );
}
