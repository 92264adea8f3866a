import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import type { EngineWorker } from '../../functions/engines/engine.ts';
import { endHosts } from '../support/host-under-test.ts';
import { type Attack, GOT } from './attacks.ts';
import { removePrograms, takenOver } from './confinement.ts';
import { attempt, expectNextServed, hostsIn, longestStall, skipWhereMissing } from './hosts-taken-over.ts';

vi.mock('../../functions/sandbox/jail.ts', async (original) =>
  (await import('./confinement.ts')).withConfinements(await original()),
);

const PROGRESS = '{"event":"progress","percent":1}\n';

afterAll(removePrograms);

describe.each(['Landlock', 'namespaces'] as const)(
  'an engine host that takes what it can, confined by %s',
  (confinement) => {
    skipWhereMissing(confinement);

    afterEach(endHosts);

    const native = (attack: string, what: number | string): Attack => ({
      do: 'native',
      program: takenOver(),
      arguments: [attack, `${what}`],
    });

    /** The service goes on meanwhile, and the next client is served. */
    async function expectEnd(attack: Attack, code: string, worker: Partial<EngineWorker> = {}): Promise<void> {
      const own = await hostsIn(confinement, worker);
      const stall = await longestStall(async () => expect(await attempt(own, attack)).toBe(code));
      expect(stall).toBeLessThan(1000);
      await expectNextServed(own);
    }

    // Each limit is tried in jail-limits.test.ts.
    it('is ended for too much memory, and its client told that the file is too complex', async () => {
      await expectEnd(native('memory-of-many', 100), 'TOO_COMPLEX', { memory: 700 });
    });

    it('gets no second process where it is to have one', async () => {
      const own = await hostsIn(confinement, { processes: 1 });
      expect(await attempt(own, native('list', '/'))).toMatch(/EPERM|EAGAIN/);
      const free = await hostsIn('nothing');
      expect(await attempt(free, native('list', '/'))).toBe(GOT);
    });

    it('is killed for an endless line, for ten million events, and for a line without a request', async () => {
      await expectEnd({ do: 'flood', file: 1, text: 'x'.repeat(100), times: 10_000_000 }, 'ENGINE_FAILED');
      await expectEnd({ do: 'flood', file: 1, text: PROGRESS, times: 10_000_000 }, 'ENGINE_FAILED');
      await expectEnd({ do: 'flood', file: 1, text: '\n', times: 10_000_000 }, 'ENGINE_FAILED');
    });

    it('may fill its other output, to no effect', async () => {
      const own = await hostsIn(confinement);
      const before = process.memoryUsage().rss;
      const attack: Attack = { do: 'flood', file: 2, text: 'x'.repeat(100), times: 1_000_000 };
      expect(await longestStall(async () => expect(await attempt(own, attack)).toBe(GOT))).toBeLessThan(1000);
      expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
      await expectNextServed(own);
    });

    it('leaves no file behind, however hard it is to remove', async () => {
      const own = await hostsIn(confinement, { jobs: 1 });
      expect(['TOO_COMPLEX', GOT]).toContain(await attempt(own, { do: 'litter' }));
      const [littered] = own.folders();
      await expectNextServed(own);
      await expect.poll(own.folders).not.toContain(littered);
    });
  },
);
