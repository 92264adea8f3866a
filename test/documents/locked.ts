import { convertWithOffice } from './convert-with-office.ts';

/** The code with which a conversion to PDF fails, or `none`. */
export async function failureOf(source: Uint8Array, from: Parameters<typeof convertWithOffice>[1]): Promise<string> {
  return convertWithOffice(source, from, 'pdf').then(
    () => 'none',
    ({ code }: { code: string }) => code,
  );
}
