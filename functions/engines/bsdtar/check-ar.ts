import { inspect } from '../read/inspect.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';

/** The length of the signature and of a member's header, and the offsets of its size and of its end marker. */
const [SIGNATURE, HEADER, SIZE, MARK] = [8, 60, 48, 58];

/**
 * Refuses a Unix archive that is truncated or damaged: 7-Zip and libarchive take a bad header for the end.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkAr(path: string): void {
  inspect(path, (read, size) => {
    let at = SIGNATURE;
    // Archives with more members are refused later.
    for (let members = 0; at < size && members <= LIMITS.entries; members++) {
      const header = read(at, HEADER).toString('latin1');
      if (/^[\n\0]+$/.test(header)) return;
      if (header.slice(MARK) !== '`\n') throw unreadable(`no header at ${at}`);
      const length = Number(header.slice(SIZE, MARK));
      if (!(length >= 0)) throw unreadable(`no size at ${at}`);
      at += HEADER + length + (length % 2);
    }
  });
}
