import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildPage } from './build-page.ts';

// Writes the files of the page into a folder: node web/write-page.ts FOLDER
const [, , folder = ''] = process.argv;
await mkdir(folder, { recursive: true });
for (const [name, content] of await buildPage()) await writeFile(join(folder, name), content);
