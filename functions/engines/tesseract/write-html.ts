import { open, readFile } from 'node:fs/promises';
import { cleanText, escapeXml } from '../entities.ts';
import { isRightToLeft } from '../poppler/logical-order.ts';
import { joinLines } from './build-paragraphs.ts';
import { drawPagesWithoutText } from './draw-pages-without-text.ts';
import type { Scan } from './read-scan.ts';

const STYLE = `
body { max-width: 48em; margin: 2em auto; padding: 0 1em; font-family: sans-serif; line-height: 1.4; }
section + section { border-top: 1px solid #ccc; }
img { max-width: 100%; }
`;
const START = `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>Document</title>\n<style>${STYLE}</style>\n</head>\n<body>\n`;

/** Writes a web page with a section for each page: its paragraphs, or its picture where it has no text. */
export async function writeHtml(scan: Scan, path: string): Promise<void> {
  const pictures = await drawPagesWithoutText(scan);
  const file = await open(path, 'w');
  try {
    await file.write(START);
    for (const { number } of scan.pages) {
      const picture = pictures.get(number);
      const paragraphs = (scan.texts.get(number) ?? []).map((lines) => paragraph(joinLines(lines)));
      const content = picture === undefined ? paragraphs.join('') : await pictureTag(picture, number);
      await file.write(`<section id="page${number}">\n${content}</section>\n`);
    }
    await file.write('</body>\n</html>\n');
  } finally {
    await file.close();
  }
}

function paragraph(text: string): string {
  return `<p${isRightToLeft(text) ? ' dir="rtl"' : ''}>${escapeXml(cleanText(text))}</p>\n`;
}

async function pictureTag(picture: string, number: number): Promise<string> {
  return `<img alt="Page ${number}" src="data:image/jpeg;base64,${await readFile(picture, 'base64')}">\n`;
}
