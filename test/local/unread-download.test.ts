import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { AllowedHosts } from '../../local/allowed-hosts.ts';
import { Bucket } from '../../local/bucket/bucket.ts';
import { sendObject } from '../../local/bucket/send-object.ts';
import { createFrontDoor } from '../../local/front-door.ts';
import { Page } from '../../local/page.ts';
import { PublicAddress } from '../../local/public-address.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { head, sendRaw } from './raw-client.ts';

const folder = temporaryFolder();
const STILLNESS = 1000;
const MEGABYTE = 1024 * 1024;

describe('a client that requests a large result', () => {
  it('and never reads it is broken off, and one that reads slowly is not', { timeout: 60_000 }, async () => {
    const bucket = new Bucket(folder);
    const object = await bucket.put('result', Buffer.alloc(32 * MEGABYTE, 'x'), 'text/plain');
    const sent: Promise<void>[] = [];
    const door = createFrontDoor('key', {
      hosts: new AllowedHosts({ host: '127.0.0.1', names: undefined, publicUrl: undefined, keyRequired: false }),
      address: new PublicAddress(),
      storage: {
        owns: () => true,
        serve: (request, response) => void sent.push(sendObject(request, response, object, new Map())),
      },
      page: new Page(),
      longestStillness: STILLNESS,
    });
    await once(door.listen(0, '127.0.0.1'), 'listening');
    const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
    const request = head('GET /result', { Connection: 'close' });
    const [silent, slow] = [await sendRaw(origin, request), await sendRaw(origin, request)];
    silent.socket.pause();
    const reading = (async () => {
      for (let pause = 0; pause < 8; pause += 1) {
        slow.socket.pause();
        await setTimeout(STILLNESS / 4);
        slow.socket.resume();
        await setTimeout(20);
      }
    })();
    // What the kernel holds for it is all that it gets.
    await Promise.allSettled(sent);
    silent.socket.resume();
    await Promise.all([silent.ended, slow.ended, reading]);
    expect(silent.received().length).toBeLessThan(object.size);
    expect(slow.received().length).toBeGreaterThan(object.size);
    await new Promise((resolve) => door.close(resolve));
  });
});
