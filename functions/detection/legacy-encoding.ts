import { decodeBytes } from './decode-bytes.ts';

/** A legacy encoding, with the frequent letters of its texts. */
interface Legacy {
  readonly encoding: string;
  readonly frequent: RegExp;
  /** Their least share among all non-ASCII characters. */
  readonly share: number;
}

const KANA = /[\u3041-\u30fa]/g;
const HANGUL = /[\uac00-\ud7a3]/g;
const SIMPLIFIED = /[的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生]/g;
const TRADITIONAL = /[的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生]/g;
const CYRILLIC = /[оеаинтсрвлкмдпуяыьгзб]/g;
const GREEK = /[αοιετσνηυρπκμλςάέήίόύώ]/g;
const HEBREW = /[א-ת]/g;
const ARABIC = /[ا-ي]/g;
const THAI = /[ก-๎]/g;

/** The first counts, where two fit equally well. */
const ENCODINGS: readonly Legacy[] = [
  { encoding: 'shift_jis', frequent: KANA, share: 0.25 },
  { encoding: 'euc-jp', frequent: KANA, share: 0.25 },
  { encoding: 'euc-kr', frequent: HANGUL, share: 0.7 },
  { encoding: 'gb18030', frequent: SIMPLIFIED, share: 0.12 },
  { encoding: 'big5', frequent: TRADITIONAL, share: 0.12 },
  { encoding: 'windows-1251', frequent: CYRILLIC, share: 0.6 },
  { encoding: 'koi8-r', frequent: CYRILLIC, share: 0.6 },
  { encoding: 'ibm866', frequent: CYRILLIC, share: 0.6 },
  { encoding: 'windows-1253', frequent: GREEK, share: 0.6 },
  { encoding: 'windows-1255', frequent: HEBREW, share: 0.65 },
  { encoding: 'windows-1256', frequent: ARABIC, share: 0.8 },
  { encoding: 'windows-874', frequent: THAI, share: 0.9 },
];

/** How many bytes of a text are checked. */
const LOOKED_AT = 64 * 1024;
/** The least number of different non-ASCII bytes, and their least share: western languages have fewer. */
const LEAST_FOREIGN = 8;
const LEAST_SHARE = 0.15;

/**
 * Detects a non-western legacy encoding by its frequent letters.
 * @param bytes the text, or its beginning
 */
export function legacyEncoding(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, LOOKED_AT);
  const foreign = head.filter((byte) => byte >= 0x80);
  const few = foreign.length < head.length * LEAST_SHARE || new Set(foreign).size < LEAST_FOREIGN;
  if (few) return undefined;
  const fits = ENCODINGS.flatMap(({ encoding, frequent, share }) => {
    const found = shareOf(head, encoding, frequent);
    return found >= share ? { encoding, fit: found / share } : [];
  });
  return fits.sort((a, b) => b.fit - a.fit)[0]?.encoding;
}

/** The share of frequent letters among non-ASCII characters; 0 where the bytes are invalid in the encoding. */
function shareOf(bytes: Uint8Array, encoding: string, frequent: RegExp): number {
  try {
    const text = decodeBytes(bytes, encoding);
    const others = text.match(/\P{ASCII}/gu)?.length ?? 0;
    return others === 0 ? 0 : (text.match(frequent)?.length ?? 0) / others;
  } catch {
    return 0;
  }
}
