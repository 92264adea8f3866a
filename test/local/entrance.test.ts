import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Entrance } from '../../local/entrance.ts';

it('begins so many in each iteration of the event loop, first in, first out, each in the context of its caller', async () => {
  const entrance = new Entrance(3);
  const caller = new AsyncLocalStorage<number>();
  const begun: (number | undefined)[] = [];
  const come = (number: number) => caller.run(number, () => entrance.begin(() => begun.push(caller.getStore())));
  for (let number = 0; number < 8; number += 1) come(number);
  expect(begun).toEqual([0, 1, 2]);
  await setImmediate();
  come(8);
  expect(begun).toEqual([0, 1, 2, 3, 4, 5]);
  for (let round = 0; round < 4; round += 1) await setImmediate();
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  come(9);
  expect(begun.at(-1)).toBe(9);
});
