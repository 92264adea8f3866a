import { copyFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { CompoundFile } from '../../detection/document-compound.ts';
import { inspect } from './inspect.ts';
import { correctionOf } from './presentation-edits.ts';

/** What the atom of the current user says of a presentation that is not locked (MS-PPT 2.3.2). */
const NOT_LOCKED = 0xe391c05f;
const USER_SIZE = 20;

/**
 * Copies a presentation of PowerPoint 97 to 2003 where it has to be corrected to be read.
 * @returns whether it had to be
 * @throws ConversionError UNREADABLE_FILE
 */
export async function placeCorrected(from: string, to: string): Promise<boolean> {
  const bytes = inspect(from, (read) => {
    const file = CompoundFile.open(read);
    const user = file?.beginning('Current User', USER_SIZE) ?? Buffer.alloc(0);
    const stream = file?.stream('PowerPoint Document');
    if (!stream || user.length < USER_SIZE || user.readUInt32LE(12) !== NOT_LOCKED) return undefined;
    const correction = correctionOf(stream.read, user.readUInt32LE(16));
    if (!correction) return undefined;
    // It may lie across the border of two sectors.
    return [0, 1, 2, 3].map((at) => ({
      place: stream.placeOf(correction.position + at),
      value: (correction.highest >>> (8 * at)) & 0xff,
    }));
  });
  if (!bytes) return false;
  copyFileSync(from, to);
  const file = await open(to, 'r+');
  try {
    for (const { place, value } of bytes) if (place !== undefined) await file.write(Buffer.of(value), 0, 1, place);
  } finally {
    await file.close();
  }
  return true;
}
