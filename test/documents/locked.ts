import { compoundFile } from './compound-file.ts';
import { convertWithOffice, sampleOf } from './convert-with-office.ts';

/** A locked Office package: a compound file with noise where the document is. */
export function lockedPackage(): Buffer {
  return compoundFile({ EncryptionInfo: Buffer.alloc(4096, 4), EncryptedPackage: Buffer.alloc(8192, 9) });
}

/** A Word document whose header says that it is encrypted. */
export async function lockedDoc(): Promise<Buffer> {
  return changed(await sampleOf('doc'), 'eca5', (file, at) => file.writeUInt8((file[at + 11] ?? 0) | 1, at + 11));
}

/** A workbook with a record that says that what follows is encrypted. */
export async function lockedXls(): Promise<Buffer> {
  return changed(await sampleOf('xls'), '0908100000060500', (file, at) => file.writeUInt16LE(0x2f, at + 20));
}

/** A presentation of noise, whose current user has the token of encrypted ones. */
export function lockedPpt(): Buffer {
  const user = Buffer.alloc(4096);
  user.writeUInt32LE(0xf3d1c4df, 12);
  return compoundFile({ 'PowerPoint Document': Buffer.alloc(8192, 9), 'Current User': user });
}

function changed(file: Buffer, mark: string, change: (file: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(file);
  const at = copy.indexOf(Buffer.from(mark, 'hex'));
  if (at < 0) throw new Error(`no ${mark} in the sample`);
  change(copy, at);
  return copy;
}

/** The code with which a conversion to PDF fails, or `none`. */
export async function failureOf(source: Uint8Array, from: Parameters<typeof convertWithOffice>[1]): Promise<string> {
  return convertWithOffice(source, from, 'pdf').then(
    () => 'none',
    ({ code }: { code: string }) => code,
  );
}
