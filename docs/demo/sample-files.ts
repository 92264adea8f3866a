import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { FileConversion } from '../../client/index.ts';

const REPORT = `# Quarterly report

Sales grew in all three regions. The north leads, since the new store in Oslo opened in May.

| Region | April | May | June |
|:--|--:|--:|--:|
| North | 41,200 | 48,900 | 57,300 |
| South | 38,700 | 39,100 | 42,600 |
| West | 29,500 | 31,800 | 33,400 |

## What comes next

1. A second store in the north.
2. Deliveries on Saturdays, from September on.
3. A catalogue that can be read on a phone.

> “The best quarter since we began.”
`;

const SALES = `Region,April,May,June
North,41200,48900,57300
South,38700,39100,42600
West,29500,31800,33400
`;

/** An evening in the hills: gradients, edges and the grain of a film. */
const SUNSET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1000">
  <defs>
    <linearGradient id="sky" x2="0" y2="1">
      <stop stop-color="#2b2a63"/><stop offset=".45" stop-color="#b04a7c"/><stop offset=".7" stop-color="#f7915c"/><stop offset=".85" stop-color="#ffd58a"/>
    </linearGradient>
    <radialGradient id="sun"><stop stop-color="#fff7d6"/><stop offset=".3" stop-color="#ffe29a"/><stop offset="1" stop-color="#ffb86b" stop-opacity="0"/></radialGradient>
    <filter id="grain"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 .16 0"/></filter>
  </defs>
  <rect width="1600" height="1000" fill="url(#sky)"/>
  <circle cx="1040" cy="600" r="330" fill="url(#sun)"/>
  <path d="M0 640 Q180 520 360 610 T760 590 T1160 640 T1600 570 V1000 H0z" fill="#8a3f6b"/>
  <path d="M0 730 Q260 600 520 720 T1060 700 T1600 690 V1000 H0z" fill="#5a2d5e"/>
  <path d="M0 840 Q300 700 700 830 T1600 780 V1000 H0z" fill="#33204a"/>
  <path d="M0 930 Q420 820 900 920 T1600 880 V1000 H0z" fill="#1a1430"/>
  <rect width="1600" height="1000" filter="url(#grain)"/>
</svg>`;

/** Makes the files that are converted; the document is made by the service itself. @returns their paths */
export async function makeSampleFiles(folder: string, service: string): Promise<string[]> {
  const write = async (name: string, content: Uint8Array | string) => {
    await writeFile(join(folder, name), content);
    return join(folder, name);
  };
  const photo = await sharp(Buffer.from(SUNSET)).flatten().jpeg({ quality: 92 }).toBuffer();
  const report = await new FileConversion(service).convert(new Blob([REPORT]), { name: 'report.md', to: 'docx' });
  return [
    await write('Sunset.jpg', photo),
    await write('Report.docx', await report.bytes()),
    await write('Sales.csv', SALES),
  ];
}
