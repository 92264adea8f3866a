import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens HTML as a text document: LibreOffice's web documents convert badly. */
const PAGES_AS_TEXTS = setting(
  `org.openoffice.TypeDetection.Filter/Filters/org.openoffice.TypeDetection.Filter:Filter['HTML']`,
  'DocumentService',
  'com.sun.star.text.TextDocument',
);

function setting(path: string, name: string, value: string): string {
  return `<item oor:path="/${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;
}

/** Makes LibreOffice's user profile, with our settings. */
export async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const items = `<oor:items xmlns:oor="http://openoffice.org/2001/registry">${PAGES_AS_TEXTS}</oor:items>`;
  await writeFile(join(folder, 'user/registrymodifications.xcu'), `<?xml version="1.0" encoding="UTF-8"?>${items}`);
}
