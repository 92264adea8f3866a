import type { FormatName } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** Unique signatures: Latin-1 strings, and their positions. */
const BYTES: readonly (readonly [format: FormatName, bytes: string, position?: number])[] = [
  ['cab', 'MSCF\0\0\0\0'],
  ['xar', 'xar!\0'],
  ['rpm', '\xed\xab\xee\xdb'],
  ['wim', 'MSWIM\0\0\0'],
  // Encrypted.
  ['dmg', 'encrcdsa'],
  ['deb', '!<arch>\ndebian-binary'],
  ['ar', '!<arch>\n'],
  ['chm', 'ITSF'],
  ['lit', 'ITOLITLS'],
  ['lrf', 'L\0R\0F\0\0\0'],
  ['rb', '\xb0\x0c\xb0\x0c\x02\0NUVO'],
  ['tcr', '!!8-Bit!!'],
  ['raf', 'FUJIFILMCCD-RAW'],
  ['orf', 'IIRO'],
  ['orf', 'IIRS'],
  ['orf', 'MMOR'],
  ['rw2', 'IIU\0'],
  ['mrw', '\0MRM'],
  ['cr3', 'ftypcrx ', 4],
  ['exr', '\x76\x2f\x31\x01'],
  ['dpx', 'SDPX'],
  ['dpx', 'XPDS'],
  ['dds', 'DDS |'],
  ['qoi', 'qoif'],
  ['dts', '\x7f\xfe\x80\x01'],
  ['dts', '\xfe\x7f\x01\x80'],
  ['dts', '\x1f\xff\xe8\0'],
  ['dts', '\xff\x1f\0\xe8'],
  ['dts', 'DTSHDHDR'],
  ['tta', 'TTA1'],
  ['au', '.snd'],
  ['wav', 'RF64'],
  ['mpg', '\0\0\x01\xb3'],
  ['wpd', '\xffWPC'],
  ['dxf', 'AutoCAD Binary DXF\r\n\x1a\0'],
  ['wmf', '\xd7\xcd\xc6\x9a'],
  ['wmf', '\x01\0\x09\0\0\x03'],
  ['wmf', '\x02\0\x09\0\0\x03'],
  ['emf', ' EMF', 40],
  // Excel 2 to 4 and Word 2, which wrote no compound files.
  ['xls', '\x09\0\x04\0'],
  ['xls', '\x09\x02\x06\0'],
  ['xls', '\x09\x04\x06\0'],
  ['doc', '\xdb\xa5\x2d\0'],
  ['wri', '\x31\xbe\0\0\0\xab'],
  ['wri', '\x32\xbe\0\0\0\xab'],
  // The first record of Lotus 1-2-3 and compatible programs, with the program's version.
  ['wk1', '\0\0\x02\0\x04\x04'],
  ['wk1', '\0\0\x02\0\x05\x04'],
  ['wk1', '\0\0\x02\0\x06\x04'],
  ['wk1', '\0\0\x1a\0\0\x10'],
  ['wk1', '\0\0\x1a\0\x02\x10'],
  ['wk1', '\0\0\x1a\0\x03\x10'],
  ['wk1', '\0\0\x1a\0\x05\x10'],
  ['qpw', '\0\0\x02\0\x01\x10'],
  ['qpw', '\0\0\x02\0\x02\x10'],
  ['qpw', '\0\0\x02\0\x20\x51'],
  ['qpw', '\0\0\x02\0\x21\x51'],
];

/** Signatures with variable parts. */
const PATTERNS: readonly (readonly [format: FormatName, beginning: RegExp])[] = [
  ['lha', /^..-(?:lh[0-7dx]|lz[s45]|pm[012])-/s],
  ['cpio', /^07070[12][0-9A-Fa-f]{70}/],
  ['cpio', /^070707[0-7]{70}/],
  ['pbm', /^P[14][\s#]+[\d#]/],
  ['pgm', /^P[25][\s#]+[\d#]/],
  ['ppm', /^P[36][\s#]+[\d#]/],
  ['pam', /^P7\n(?:#|WIDTH|HEIGHT|DEPTH|MAXVAL|TUPLTYPE)/],
  ['hdr', /^#\?(?:RADIANCE|RGBE)\n/],
  ['aiff', /^FORM.{4}AIF[FC]/s],
  ['cdr', /^RIFF.{4}CDR[\dA-Z]/s],
  ['djvu', /^AT&TFORM.{4}DJV[UM]/s],
];

const LONGEST = 80;

/** Detects files by unique signatures. */
export const detectSigned: Detect = ({ head }) => {
  const start = head.toString('latin1', 0, LONGEST);
  return (
    BYTES.find(([, bytes, position = 0]) => start.startsWith(bytes, position))?.[0] ??
    PATTERNS.find(([, beginning]) => beginning.test(start))?.[0]
  );
};
