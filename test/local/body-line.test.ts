import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BodyLine } from '../../local/body-line.ts';
import { HeldBodies } from '../../local/held-bodies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

class Body extends EventEmitter {
  readonly socket = { bytesRead: 1000 };
  broken = false;
  destroy() {
    this.broken = true;
    this.emit('close');
  }
}

function enter(line: BodyLine) {
  const body = new Body();
  const begun = vi.fn();
  line.begin(body as unknown as IncomingMessage, begun);
  return { body, isBegun: () => begun.mock.calls.length > 0 };
}

/** So many bytes come each second. */
function arrive(body: Body, rate: number, seconds: number) {
  for (let second = 0; second < seconds && !body.broken; second += 1) {
    body.socket.bytesRead += rate;
    vi.advanceTimersByTime(1000);
  }
}

it('the line of bodies lets a client be as slow as it is, unless others wait', () => {
  const line = new BodyLine(1);
  const slow = enter(line);
  arrive(slow.body, 10, 600);
  expect(slow.body.broken).toBe(false);
  const waiting = enter(line);
  arrive(slow.body, 10, 2);
  expect([slow.body.broken, waiting.isBegun()]).toEqual([true, true]);
});

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
