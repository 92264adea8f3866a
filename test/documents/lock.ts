import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ResidentOffice } from '../layers/resident-office.ts';

/** A document to be locked. */
export interface Unlocked {
  readonly name: string;
  readonly content: Uint8Array;
}

/** Documents that open with a password only, by their formats: LibreOffice itself locks them. */
export async function lockAs(formats: Readonly<Record<string, Unlocked>>, password: string) {
  const folder = mkdtempSync(join(tmpdir(), 'locked-'));
  const office = await ResidentOffice.start(join(folder, 'home'));
  const url = (name: string) => pathToFileURL(join(folder, name)).href;
  try {
    const locked = new Map<string, Buffer>();
    for (const [format, { name, content }] of Object.entries(formats)) {
      writeFileSync(join(folder, name), content);
      await office.tell('load', url(name), '');
      await office.tell('save', url(`locked.${format}`), format, `,Password=${password}PASSWORDEND`);
      locked.set(format, readFileSync(join(folder, `locked.${format}`)));
    }
    return locked;
  } finally {
    office.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
