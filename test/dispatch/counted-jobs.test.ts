import type { SQSEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Conversion, sourceKey } from '../../functions/conversion/conversion.ts';
import { convertNow } from '../../functions/conversion/convert-now.ts';
import type { EndedJob } from '../../functions/conversion/job-meter.ts';
import { handler as convert } from '../../functions/dispatch/handler.ts';
import { converter } from '../../functions/services/converter.ts';
import { meter, useMeter } from '../../functions/services/meter.ts';
import { services } from '../../functions/services/services.ts';
import { exampleConversion } from '../support/example-conversion.ts';
import { exampleRequest } from '../support/example-request.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';

useStandIns();

const counted: EndedJob[] = [];

beforeEach(() => {
  counted.length = 0;
  useMeter({ ended: (job) => counted.push(job) });
});

const jobOf = ({ id }: Conversion) =>
  ({ Records: [{ messageId: '1', body: JSON.stringify({ conversion_id: id }) }] }) as unknown as SQSEvent;

/** A conversion that was asked for two seconds ago, with its source stored. */
async function waiting(content?: Buffer): Promise<Conversion> {
  const { fileSize: _, conversionTime: __, ...example } = exampleConversion({ state: 'processing' });
  const sourceSize = content?.length ?? 0;
  const conversion: Conversion = { ...example, sourceSize, createdAt: Date.now() - 2000 };
  if (content) await services().files.put(sourceKey(conversion), content, 'image/jpeg');
  await services().conversions.create(conversion);
  return conversion;
}

const PAIR = { engine: 'sharp', originalFormat: 'jpg', targetFormat: 'webp' };

describe('a job of the queue', () => {
  it('is counted once when it is done, with its times and sizes, however often its message comes', async () => {
    const content = await photo();
    const conversion = await waiting(content);
    for (let time = 0; time < 2; time += 1) await convert(jobOf(conversion));
    const record = await services().conversions.find(conversion.id);
    expect(counted).toEqual([
      {
        ...PAIR,
        outcome: 'ok',
        queueWait: expect.closeTo(2, -1),
        engineSeconds: record?.conversionTime,
        bytesIn: content.length,
        bytesOut: record?.fileSize,
      },
    ]);
    expect(counted[0]?.queueWait).toBeGreaterThanOrEqual(2);
  });

  it('is the fault of the client where the file is', async () => {
    await convert(jobOf(await waiting((await photo()).subarray(0, 5000))));
    expect(counted).toEqual([{ ...PAIR, outcome: 'client', queueWait: expect.any(Number) }]);
  });

  it('is not counted while it comes back', async () => {
    await expect(convert(jobOf(await waiting()))).rejects.toThrow(/not stored/);
    expect(counted).toEqual([]);
  });
});

describe.each([
  ['', undefined],
  [' and may ask again', 'fingerprint'],
])('a conversion whose sender waits%s', (_, fingerprint) => {
  const now = async (content: Buffer) => {
    const request = exampleRequest(content, { fingerprint });
    const all = { ...services(), converter: converter(), meter: meter() };
    return (await convertNow(request, content, all, Date.now() + 20_000)).conversion;
  };

  it('is counted when it is done', async () => {
    const content = await photo();
    const { fileSize, conversionTime } = await now(content);
    expect(counted).toEqual([
      { ...PAIR, outcome: 'ok', engineSeconds: conversionTime, bytesIn: content.length, bytesOut: fileSize },
    ]);
  });

  it('is counted when it fails', async () => {
    await expect(now((await photo()).subarray(0, 5000))).rejects.toThrow();
    expect(counted).toEqual([{ ...PAIR, outcome: 'client' }]);
  });
});
