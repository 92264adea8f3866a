import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Opens HTML as a text document: LibreOffice's web documents convert badly. */
const PAGES_AS_TEXTS =
  `<item oor:path="/org.openoffice.TypeDetection.Filter/Filters/org.openoffice.TypeDetection.Filter:Filter['HTML']">` +
  '<prop oor:name="DocumentService" oor:op="fuse"><value>com.sun.star.text.TextDocument</value></prop></item>';

/** Makes LibreOffice's user profile, with our settings. */
export async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const items = `<oor:items xmlns:oor="http://openoffice.org/2001/registry">${PAGES_AS_TEXTS}</oor:items>`;
  await writeFile(join(folder, 'user/registrymodifications.xcu'), `<?xml version="1.0" encoding="UTF-8"?>${items}`);
}
