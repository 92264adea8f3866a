import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { bareSharp } from '../image.ts';
import { ms, table } from '../measure.ts';
import { startService } from '../running-service.ts';
import { asRate, asRatio, asSizes, asTime, byTurns, rate, type Task } from './by-turns.ts';
import { exchange, postToBytes } from './http-client.ts';
import { IPX_NAME, startIpx, startSharpServer } from './picture-servers.ts';
import { photo, smallPicture } from './sources.ts';

const CLIENTS = [1, 4, 16];
const MOST_CLIENTS = 16;
/** IPX asks sharp for the quality that the service does; all else is sharp's default, as the service's. */
const IPX_PATH = '/f_webp,q_80/small.png';

/** The ways from a picture's bytes to those of its webp. IPX has its sources on disk, so it is only sent their names. */
interface Ways {
  readonly service: Task;
  readonly sharp: Task;
  readonly ipx?: Task;
}

/** A small picture to webp, POST to bytes, against IPX and sharp behind a plain HTTP server; then pictures a second. */
export async function benchSmallPictures(): Promise<string> {
  const picture = await smallPicture();
  return withServers(picture, 'small.png', async (ways) => {
    const measured = await byTurns<keyof Ways>(ways);
    const [ours, ipx, bare] = [measured.service, measured.ipx, measured.sharp];
    const row = [
      `png 400x300, ${(picture.length / 1000).toFixed(0)} kB, to webp`,
      ...[ours, ipx, bare].map(asTime),
      asRatio(ours?.time, ipx?.time),
      asSizes([ours, ipx, bare], 1000),
    ];
    const head = ['', 'this service', 'IPX', 'sharp behind HTTP', 'of IPX (goal 1.50)', 'kB of result'];
    return `${table(head, [row])}\n\n${await smallRates(ways)}`;
  });
}

async function smallRates(ways: Ways): Promise<string> {
  const rows = [];
  for (const clients of CLIENTS) {
    const ours = await rate(ways.service, clients);
    const ipx = ways.ipx && (await rate(ways.ipx, clients));
    const bare = await rate(ways.sharp, clients);
    const goal = clients === MOST_CLIENTS ? ' (goal 0.70)' : '';
    rows.push([clients, ...[ours, ipx, bare].map(asRate), `${asRatio(ours.perSecond, ipx?.perSecond)}${goal}`]);
  }
  return table(['clients', 'this service, a second', 'IPX', 'sharp behind HTTP', 'of IPX'], rows);
}

/** A photo to webp, POST to bytes, against sharp alone; then photos a second, against sharp behind HTTP. */
export async function benchPhotos(): Promise<string> {
  const picture = await photo();
  return withServers(picture, 'photo.jpg', async (ways) => {
    const { service, bare } = await byTurns({ service: ways.service, bare: () => bareSharp(picture) });
    const [ours, theirs] = [service?.time ?? Number.NaN, bare?.time ?? Number.NaN];
    const name = `jpg of 12 megapixels, ${(picture.length / 1e6).toFixed(1)} MB, to webp`;
    const goal = ms(theirs * 1.1 + 15);
    const row = [name, asTime(service), asTime(bare), asRatio(ours, theirs), goal, asSizes([service, bare], 1e6)];
    const head = ['', 'this service', 'bare sharp', 'ratio', 'goal: 1.10 times and 15 ms', 'MB of result'];
    return `${table(head, [row])}\n\n${await photoRates(ways)}`;
  });
}

async function photoRates(ways: Ways): Promise<string> {
  const rows = [];
  let few: number | undefined;
  for (const clients of [4, MOST_CLIENTS]) {
    const ours = await rate(ways.service, clients);
    const bare = await rate(ways.sharp, clients);
    const ofFew = few ? `${asRatio(ours.perSecond, few)} (goal 0.95)` : '';
    few ??= ours.perSecond;
    rows.push([clients, ...[ours, bare].map(asRate), asRatio(ours.perSecond, bare.perSecond), ofFew]);
  }
  return table(['clients', 'this service, a second', 'sharp behind HTTP', 'ratio', 'of the rate with 4'], rows);
}

async function withServers(
  picture: Buffer,
  filename: 'small.png' | 'photo.jpg',
  compare: (ways: Ways) => Promise<string>,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pictures-'));
  const pictures = join(folder, 'pictures');
  mkdirSync(pictures);
  writeFileSync(join(pictures, filename), picture);
  const service = await startService();
  const sharpServer = await startSharpServer();
  const ipx = filename === 'small.png' ? await startIpx(join(folder, 'ipx'), pictures) : undefined;
  const ways = {
    service: postToBytes(service.origin, { filename, content: picture, target: 'webp' }),
    sharp: () => exchange(sharpServer.origin, { method: 'POST', body: picture }),
    ...(ipx && { ipx: () => exchange(`${ipx.origin}${IPX_PATH}`) }),
  };
  try {
    return `${await compare(ways)}\n\n${describePeers(filename, ipx !== undefined)}`;
  } finally {
    await Promise.all([service.stop(), sharpServer.stop(), ipx?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  }
}

function describePeers(filename: string, found: boolean): string {
  const own = `sharp ${sharp.versions.sharp}`;
  if (filename !== 'small.png') return `Compared with: ${own}.`;
  return found
    ? `Compared with: ${IPX_NAME}; ${own}.`
    : `Compared with: ${own}.\nMISSING: ${IPX_NAME}, not compared with. npm could not install it.`;
}
