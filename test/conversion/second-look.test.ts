import { describe, expect, it } from 'vitest';
import { acceptUpload } from '../../functions/conversion/accept-upload.ts';
import { readCommand, readFields } from '../../functions/conversion/command.ts';
import { type Conversion, newConversionId, uploadKey } from '../../functions/conversion/conversion.ts';
import type { ConversionJob, Converter } from '../../functions/conversion/converter.ts';
import { performJob } from '../../functions/conversion/perform-job.ts';
import { convertUploaded } from '../../functions/conversion/request-conversion.ts';
import { awaitUpload } from '../../functions/conversion/upload.ts';
import { services } from '../../functions/services/services.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const NAME = 'photo.jpg';
const CALLER = { name: 'acme', account: 'acme' };
const SETTINGS = readFields({ target_format: 'webp' });

/** What an engine is told of where the source of a conversion is. */
async function sourceOf({ id }: Pick<Conversion, 'id'>): Promise<ConversionJob['source'] | undefined> {
  let told: ConversionJob['source'] | undefined;
  const converter: Converter = {
    outlivesRequest: true,
    async convert({ source }) {
      told = source;
      return { resultFormat: 'webp', fileSize: 1, conversionTime: 1 };
    },
  };
  await performJob(id, { ...services(), converter });
  return told;
}

describe('a source', () => {
  it('that its client uploads with a form is looked at by the engine too', async () => {
    const upload = awaitUpload(newConversionId(), NAME, SETTINGS, CALLER);
    await services().uploads.expect(upload);
    await services().files.put(uploadKey(upload.id), await photo(), 'image/jpeg');
    await acceptUpload(upload.id, services());
    expect(await sourceOf(upload)).toEqual({ key: uploadKey(upload.id), recheck: NAME });
  });

  const REQUEST = { caller: CALLER, sourceSize: 1 };

  /** One that came in as a stream, under the upload key of an identifier. */
  async function uploaded(id: string): Promise<Conversion> {
    const command = await readCommand(SETTINGS, NAME, await photo());
    await services().files.put(uploadKey(id), await photo(), 'image/jpeg');
    return (await convertUploaded({ ...command, ...REQUEST, id }, uploadKey(id), services(), 0)).conversion;
  }

  it('of which it is not known whether another can write it is looked at by the engine', async () => {
    const id = newConversionId();
    const { sourceFixed: _, ...unmarked } = await uploaded(id);
    const other = { ...unmarked, id: newConversionId() };
    await services().conversions.create(other);
    expect(await sourceOf(other)).toEqual({ key: uploadKey(id), recheck: NAME });
  });
});
