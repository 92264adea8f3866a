import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { HeldBodies } from '../../local/held-bodies.ts';

it('counts the bodies that are in memory until their requests are answered, and takes no more than there is room for', () => {
  const held = new HeldBodies(100);
  const hold = (size: number) => {
    const response = new EventEmitter();
    const request = { headers: { 'content-length': `${size}` } } as unknown as IncomingMessage;
    return { taken: held.hold(request, response as ServerResponse), answer: () => response.emit('close') };
  };
  const first = hold(60);
  expect([first.taken, hold(41).taken, hold(40).taken, hold(1).taken]).toEqual([true, false, true, false]);
  first.answer();
  expect([hold(61).taken, hold(60).taken, hold(1).taken]).toEqual([false, true, false]);
});
