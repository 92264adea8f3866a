import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { anonymous, type Caller } from '../../functions/callers/caller.ts';
import { monthOf } from '../../functions/callers/months.ts';
import { CountedSlots } from '../../functions/callers/slots.ts';
import { readCommand, readFields } from '../../functions/conversion/command.ts';
import { type ConversionServices, convertNow } from '../../functions/conversion/convert-now.ts';
import { countConversion } from '../../functions/conversion/counted-conversion.ts';
import { performJob } from '../../functions/conversion/perform-job.ts';
import { queueConversion, requestOf } from '../../functions/conversion/request-conversion.ts';
import { identify } from '../../functions/conversion/request-identity.ts';
import { converter } from '../../functions/services/converter.ts';
import { services } from '../../functions/services/services.ts';
import { openCallers } from '../../local/callers/open-callers.ts';
import { newAccount } from '../support/new-account.ts';
import { photo } from '../support/pictures.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

useStandIns();

const callers = openCallers(join(temporaryFolder(), 'callers.sqlite'));
afterAll(() => callers.close());
const realNow = Date.now;

/** Sets the clock ahead; it goes on. */
function setAhead(milliseconds: number): void {
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + milliseconds);
}

afterEach(() => {
  vi.restoreAllMocks();
});

const picture = photo(40, 30);
const SETTINGS = readFields({ target_format: 'webp' });

/** Longer than a claim lasts, in milliseconds, and shorter than a job may take. */
const LATER = 3 * 60_000;

/** What of the services a process calls that may die at any of its calls. */
function mortal(all: ConversionServices, lives: number): { services: ConversionServices; died: Promise<void> } {
  const { promise: died, resolve } = Promise.withResolvers<void>();
  let left = lives;
  const wrap = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (name === 'backlog') return 'none';
          left -= 1;
          if (left > 0) return Reflect.apply(member, target, args);
          // Dead: what comes next is never done, and nobody is told.
          resolve();
          return new Promise(() => undefined);
        };
      },
    });
  const { secret, ...stores } = all;
  const wrapped = Object.fromEntries(Object.entries(stores).map(([name, store]) => [name, wrap(store)]));
  return { services: { secret, ...wrapped } as ConversionServices, died };
}

function somebody(): Caller {
  const account = newAccount();
  return { ...anonymous(undefined, undefined), name: account, account };
}

/** How a file is converted, and how long its sender waits, in milliseconds. */
type Way = readonly [convert: typeof convertNow, patience: number];

/** What convert does with a request, after it has read it. */
async function ask([convert, patience]: Way, key: string, caller: Caller, stores: ConversionServices) {
  const content = await picture;
  const identity = await identify(key, caller, stores);
  return countConversion(caller, identity, stores, async () => {
    const command = await readCommand(SETTINGS, 'a.jpg', content);
    return convert(
      requestOf(command, { size: content.length }, identity, caller),
      content,
      stores,
      Date.now() + patience,
    );
  });
}

describe.each<readonly [string, Way]>([
  ['at once', [convertNow, 20_000]],
  ['by the queue', [queueConversion, 0]],
])('a process that converts %s, and is killed at any of its steps', (_, way) => {
  /** The conversions of which a worker was told. */
  const told = new Set<string>();

  const all = (): ConversionServices => ({
    ...services(),
    converter: converter(),
    slots: new CountedSlots(callers.limits),
    // Nothing takes jobs here but the test.
    jobs: { send: async ({ id }) => void told.add(id) },
  });

  /** Dies at a step. @returns whether it came that far */
  async function killedAt(step: number, key: string, caller: Caller): Promise<boolean> {
    const { services: dying, died } = mortal(all(), step);
    const ended = ask(way, key, caller, dying).then(() => 'ended');
    return (await Promise.race([ended, died])) !== 'ended';
  }

  it('leaves a request that can be repeated: one conversion, counted once, the same answer to all', async () => {
    let step = 1;
    for (let alive = false; !alive; step += 1) {
      vi.restoreAllMocks();
      const [key, caller] = [randomUUID(), somebody()];
      alive = !(await killedAt(step, key, caller));
      setAhead(LATER);
      const first = await ask(way, key, caller, all());
      if (told.has(first.id)) await performJob(first.id, all());
      const answers = await Promise.all(Array.from({ length: 10 }, () => ask(way, key, caller, all())));
      const kept = await services().conversions.find(first.id);
      expect(kept, `killed at step ${step}`).toMatchObject({ state: 'ready' });
      expect(new Set(answers.map(({ id, fileSize, state }) => `${id} ${fileSize} ${state}`)).size).toBe(1);
      expect(await callers.limits.use(caller.name, monthOf(Date.now())), `killed at step ${step}`).toMatchObject({
        conversions: 1,
        engineSeconds: kept?.conversionTime,
      });
    }
    expect(step).toBeGreaterThan(4);
  }, 120_000);
});
