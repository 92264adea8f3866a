import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import { inspect } from '../../read/inspect.ts';

const SLIDE = /^ppt\/slides\/slide\d{1,5}\.xml$/;
/** Uncompressed bytes of slides that are read. */
const LARGEST = 20 * 1024 * 1024;
/** From how many letters on a presentation is Korean or Japanese, whatever it says: many programs say English. */
const MANY = 10;
/** As the Latin-1 characters of their UTF-8. */
const HANGUL = /[\xea-\xed][\x80-\xbf]{2}/g;
const KANA = /\xe3[\x81-\x83][\x80-\xbf]/g;
const LANGUAGE = /\blang="([a-z]{2}-[A-Z]{2})"/g;
/** Those in which LibreOffice writes numbers in digits and years as others do, and from left to right. */
const USUAL = /^(?:bg|ca|cs|da|de|el|en|es|et|fi|fr|hr|hu|it|lt|lv|nb|nl|pl|pt|ro|ru|sk|sl|sv|tr|uk|zh)-/;

/**
 * The language of the slides of a pptx. LibreOffice writes dates as is usual in it, declares it in PDF files, and, in Korean and
 * Japanese alone, sets nothing between their letters and Latin ones, as PowerPoint.
 */
export function languageOfSlides(path: string): string | undefined {
  return inspect(path, (read, size) => languageOf(slidesOf(openZip(read, size))));
}

function* slidesOf(zip: OpenZip): Generator<string> {
  let left = LARGEST;
  for (const name of zip.names.filter((each) => SLIDE.test(each))) {
    const data = zip.data(name, left);
    if (!data) return;
    left -= data.length;
    yield data.toString('latin1');
  }
}

/** @param slides their XML, as Latin-1 */
export function languageOf(slides: Iterable<string>): string | undefined {
  const languages = new Map<string, number>();
  let [hangul, kana] = [0, 0];
  for (const xml of slides) {
    hangul += xml.match(HANGUL)?.length ?? 0;
    kana += xml.match(KANA)?.length ?? 0;
    if (Math.max(hangul, kana) >= MANY) return hangul > kana ? 'ko-KR' : 'ja-JP';
    for (const [, language = ''] of xml.matchAll(LANGUAGE)) languages.set(language, (languages.get(language) ?? 0) + 1);
  }
  const [most = ''] = [...languages.keys()].sort((a, b) => (languages.get(b) ?? 0) - (languages.get(a) ?? 0));
  return USUAL.test(most) ? most : undefined;
}
