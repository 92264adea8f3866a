import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openResult } from '../../functions/sandbox/result-file.ts';
import { endHosts, type HostsUnderTest } from '../support/host-under-test.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Attack, type Forgery, OWN, type Swap } from './attacks.ts';
import { removePrograms, takenOver } from './confinement.ts';
import { attempt, expectNextServed, hostsIn, longestStall, missing, skipWhereMissing } from './hosts-taken-over.ts';

vi.mock('../../functions/sandbox/jail.ts', async (original) =>
  (await import('./confinement.ts')).withConfinements(await original()),
);

const SECRET = '"private"';

afterAll(removePrograms);

describe.each(['Landlock', 'namespaces'] as const)(
  'what an engine host gives for a result, confined by %s',
  (confinement) => {
    let own: HostsUnderTest;
    let victim: string;

    beforeAll(async () => {
      if (missing(confinement)) return;
      own = await hostsIn(confinement);
      victim = join(own.folder, 'victim');
      mkdirSync(victim, { mode: 0o755 });
      writeFileSync(join(victim, 'result.png'), SECRET, { mode: 0o644 });
    });

    afterAll(endHosts);

    skipWhereMissing(confinement);

    it('is accepted when it is a file, whoever wrote the event', async () => {
      expect(await attempt(own, { do: 'forge', result: 'file' })).toBe(JSON.parse(OWN));
      await expectNextServed(own);
    });

    it('is nothing when it is a link', async () => {
      const targets = ['/proc/self/environ', `/proc/${process.pid}/environ`, '../../in/source', '/dev/zero'];
      for (const target of [...targets, join(victim, 'result.png')])
        expect(await attempt(own, { do: 'forge', result: 'link', target })).toBe('ENGINE_FAILED');
      await expectNextServed(own);
    });

    it.each<Forgery>(['second name', 'folder', 'hole', 'nothing'])(
      'is refused without delay when it is a %s',
      async (result) => {
        const stall = await longestStall(async () =>
          expect(await attempt(own, { do: 'forge', result })).toBe('ENGINE_FAILED'),
        );
        expect(stall).toBeLessThan(1000);
        await expectNextServed(own);
      },
    );

    it('is refused without waiting when it is a pipe', async () => {
      const program = takenOver();
      const pipe: Attack = { do: 'native', program, arguments: ['pipe', 'result.png'], announces: true };
      expect(await attempt(own, pipe)).toBe('ENGINE_FAILED');
      await expectNextServed(own);
    });

    it('is never a second name of what is not its own: there it can make none', async () => {
      for (const target of [join(victim, 'result.png'), '../../in/source', '/etc/passwd', process.execPath])
        expect(await attempt(own, { do: 'forge', result: 'second name', target })).toMatch(
          /^(EXDEV|EACCES|EPERM|ENOENT)/,
        );
      await expectNextServed(own);
    });

    it('is refused when the folder is a link to another', async () => {
      for (const target of [victim, join(own.folder, 'hosts'), '../in', '.'])
        expect(await attempt(own, { do: 'forge', result: 'folder that is a link', target })).toBe('ENGINE_FAILED');
      await expectNextServed(own);
    });

    it.each(['../victim/result.png', '../../in/source', 'exe', '__proto__'])(
      'is nothing under the name %j',
      async (format) => {
        expect(await attempt(own, { do: 'forge', result: 'file', format })).toBe('ENGINE_FAILED');
        await expectNextServed(own);
      },
    );
  },
);

describe('a result that is exchanged while it is opened, thousands of times', () => {
  const folder = temporaryFolder();
  const victim = join(folder, 'victim');

  beforeAll(() => {
    mkdirSync(victim);
    writeFileSync(join(victim, 'result.png'), SECRET);
  });

  async function startSwapping(workplace: string, swap: Swap): Promise<ChildProcess> {
    const target = swap === 'folder that is a link' ? victim : join(victim, 'result.png');
    const code = `
      import { swapFor } from ${JSON.stringify(join(import.meta.dirname, 'attacks.ts'))};
      console.log('begun');
      swapFor(60_000, ${JSON.stringify(join(workplace, 'job'))}, ${JSON.stringify({ with: swap, target })});
    `;
    const attacker = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(attacker.stdout, 'data');
    return attacker;
  }

  /** What is read, each time, by somebody, until all that is looked for was seen; so many times at the least. */
  async function readings(wanted: readonly string[], read: () => Promise<string>): Promise<Map<string, number>> {
    const seen = new Map<string, number>();
    const isDone = (time: number) => time >= 3000 && wanted.every((reading) => seen.has(reading));
    for (let time = 0; time < 100_000 && !isDone(time); time++) {
      const reading = await read().catch(() => 'nothing');
      seen.set(reading, (seen.get(reading) ?? 0) + 1);
    }
    return seen;
  }

  it.each(['link', 'folder that is a link'] as const)('%s: it is its own, or nothing', async (swap) => {
    const workplace = mkdtempSync(join(folder, 'workplace-'));
    mkdirSync(join(workplace, 'job'), { recursive: true });
    const attacker = await startSwapping(workplace, swap);
    const ours = () =>
      openResult({ workplace, format: 'png', largest: 1000 }).then(({ content, close }) =>
        text(Readable.from(content)).finally(close),
      );
    const seen = await readings([OWN, 'nothing'], ours);
    const careless = await readings([SECRET], async () => readFileSync(join(workplace, 'job/result.png'), 'utf8'));
    attacker.kill();
    await once(attacker, 'exit');
    expect(seen.get(SECRET), 'what we have read').toBeUndefined();
    expect(seen.get(OWN) ?? 0).toBeGreaterThan(0);
    expect(seen.get('nothing') ?? 0).toBeGreaterThan(0);
    expect(careless.get(SECRET) ?? 0, 'what follows a name').toBeGreaterThan(0);
  });
});
