import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { hdrProfile } from '../../functions/engines/sharp/colors/hdr-profile.ts';
import { withMetadata } from '../../functions/engines/sharp/png-container.ts';
import { transferOf } from '../../functions/engines/sharp/reading/heif-transfer.ts';
import { saverIn, temporaryFolder } from '../support/temporary-folder.ts';
import { convert, decode, expectColour, fixture } from './quarters.ts';

const save = saverIn(temporaryFolder());
const [SRGB, PQ, HLG] = [13, 16, 18] as const;

/** A committed picture that declares Display P3 by numbers, with another transfer. */
function declaring(transfer: number, name = 'p3-nclx.avif'): string | Promise<string> {
  const bytes = readFileSync(fixture(name));
  const at = bytes.indexOf('colrnclx');
  if (at < 0) throw new Error(`no colours in ${name}`);
  bytes.writeUInt16BE(transfer, at + 10);
  return save(`${transfer}-${name}`, bytes);
}

describe('HDR pictures', () => {
  it.each([PQ, HLG])('are mapped to ordinary screens: transfer %i', async (transfer) => {
    const path = await declaring(transfer);
    expect(transferOf(path)).toBe(transfer);
    for (const target of ['jpg', 'png', 'webp'] as const) {
      const { metadata, pixel } = await decode((await convert(path, 'avif', target)).bytes);
      expect(metadata.icc, target).toBeUndefined();
      // Its yellow quarter is far above white paper.
      expect(Math.min(...pixel(54, 54).slice(0, 2)), target).toBeGreaterThan(235);
    }
  });

  it('show white paper, at 58 % of PQ, as light as a page', async () => {
    const grey = sharp({ create: { width: 8, height: 8, channels: 3, background: '#949494' } });
    const png = withMetadata(await grey.png().toBuffer(), { icc: hdrProfile(PQ, 9) });
    const { pixel } = await decode((await convert(await save('white.png', png), 'png', 'png')).bytes);
    expectColour(pixel(4, 4), [225, 225, 225], 4);
  });

  it('leave others as they are', async () => {
    expect(hdrProfile(transferOf(await declaring(SRGB)), 12)).toBeUndefined();
    expect(transferOf(fixture('quarters.heic'))).not.toBe(PQ);
  });

  it('have boxes that are read in one pass', async () => {
    const box = (type: string, content: Buffer) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.length);
      head.write(type, 4);
      return Buffer.concat([head, content]);
    };
    const worst = Buffer.alloc(1024 * 1024);
    worst.writeUInt32BE(0xffffffff, 4);
    const properties = box('iprp', Buffer.concat([box('ipco', Buffer.alloc(8)), box('ipma', worst)]));
    const meta = box(
      'meta',
      Buffer.concat([Buffer.alloc(4), box('pitm', Buffer.from([0, 0, 0, 0, 0, 9])), properties]),
    );
    const started = performance.now();
    expect(transferOf(await save('worst.avif', meta))).toBe(0);
    expect(performance.now() - started).toBeLessThan(1000);
    const short = box('meta', Buffer.concat([Buffer.alloc(4), box('pitm', Buffer.alloc(4)), properties]));
    expect(transferOf(await save('short.avif', short))).toBe(0);
  });
});
