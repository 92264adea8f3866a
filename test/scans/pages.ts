import sharp from 'sharp';
import { convertWithOffice } from '../documents/convert-with-office.ts';
import { convertPdf } from '../pdfs/convert-pdf.ts';
import { handWritten, words } from '../pdfs/hand-written.ts';
import { pictureOf } from '../pdfs/pictured.ts';

/** Texts of which pages are made, by the names of their languages. */
export const TEXTS = {
  eng: [
    'The harbour was quiet when the first boats came back at dawn. Fishermen carried their nets across the wet stones and talked about the weather, which had changed three times since midnight.',
    'Behind the market hall a small bakery had already opened its doors. The smell of fresh bread reached the square, and children on their way to school stopped in front of the window.',
  ],
  deu: [
    'Der Bürgermeister eröffnete die Sitzung mit einer kurzen Begrüßung und dankte den Mitgliedern für ihre Geduld. Über die künftige Nutzung der alten Mühle wurde ausführlich gesprochen.',
    'Die Außenwände seien zwar feucht, aber tragfähig, und die Fenster könnten später ausgetauscht werden.',
  ],
  ukr: [
    "Рано вранці рибалки повернулися до гавані і витягли човни на берег. Погода змінювалася вже втретє за ніч, і ніхто не пам'ятав такої холодної осені.",
  ],
  jpn: [
    '朝早く漁師たちは港に戻り、濡れた石の上に網を運びました。天気は夜のあいだに三回も変わりました。',
    '市場の裏にある小さなパン屋はもう開いていて、焼きたてのパンの香りが広場まで届いていました。',
  ],
  ara: [
    'عاد الصيادون إلى الميناء في الصباح الباكر وحملوا شباكهم فوق الحجارة المبتلة. تغير الطقس ثلاث مرات خلال الليل ولم يتذكر أحد خريفا باردا مثل هذا.',
  ],
  hin: [
    'सुबह मछुआरे बंदरगाह पर लौट आए और अपने जाल गीले पत्थरों के ऊपर ले गए। रात में मौसम तीन बार बदल गया और किसी को इतनी ठंडी शरद ऋतु याद नहीं थी।',
  ],
} as const satisfies Record<string, readonly string[]>;

const DPI = 300;

/** A page with a text, as LibreOffice sets it, as a PDF file. */
export async function printed(language: keyof typeof TEXTS): Promise<Buffer> {
  const direction = language === 'ara' ? ' dir="rtl"' : '';
  const text = TEXTS[language].map((part) => `<p${direction} style="font-size: 14pt; line-height: 150%">${part}</p>`);
  const html = `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${text.join('')}</body></html>`;
  return (await convertWithOffice(Buffer.from(html), 'html', 'pdf')).file;
}

/** The same as a scanner sees it: a JPEG file. */
export async function scanned(language: keyof typeof TEXTS, turn = 0): Promise<Buffer> {
  const { bytes } = await convertPdf(await printed(language), 'png', { options: { dpi: DPI, color: 'gray' } });
  return sharp(bytes).rotate(turn).withDensity(DPI).jpeg({ quality: 85 }).toBuffer();
}

/** A PDF file of these pages: scans that are JPEG files, and texts that are written on the page. */
export async function pagesOf(...pages: readonly (Buffer | string)[]): Promise<Buffer> {
  const scans = pages.filter((page) => typeof page !== 'string');
  const sizes = await Promise.all(scans.map(async (scan) => sharp(scan).metadata()));
  const objects = scans.map((scan, index) => {
    const { width = 0, height = 0, channels } = sizes[index] ?? {};
    const space = channels === 1 ? '/DeviceGray' : '/DeviceRGB';
    return pictureOf(scan, { space, filter: 'DCTDecode', width, height });
  });
  const written = pages.map((page) => {
    if (typeof page === 'string') return { width: 612, height: 792, content: words(page, 50, 700, 14) };
    const at = scans.indexOf(page);
    const [width, height] = [sizes[at]?.width ?? 0, sizes[at]?.height ?? 0].map((side) => (side * 72) / DPI);
    const entries = `/Resources<</XObject<</P ${3 + at} 0 R>>>>`;
    return { width: width ?? 0, height: height ?? 0, content: `q ${width} 0 0 ${height} 0 0 cm /P Do Q`, entries };
  });
  return handWritten(written, { objects });
}

/** How much of a text is there, 0 to 1: the share of its letters that stand in what was read, in this order. */
export function likeness(text: string, read: string): number {
  const [wanted, found] = [text, read].map((part) => [...part.normalize('NFC').replace(/[\s\p{Cf}]/gu, '')]);
  let before = new Array<number>((found?.length ?? 0) + 1).fill(0);
  for (const letter of wanted ?? []) {
    const now = [0];
    found?.forEach((other, at) => {
      now.push(letter === other ? (before[at] ?? 0) + 1 : Math.max(before[at + 1] ?? 0, now[at] ?? 0));
    });
    before = now;
  }
  return (before.at(-1) ?? 0) / Math.max(wanted?.length ?? 0, found?.length ?? 0);
}
