import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../functions/conversion/errors.ts';
import { hostEngine } from '../../functions/engines/host.ts';
import { type Attack, tryAttack } from './attacks.ts';

/** What the engine can be told to do: its source files hold one of these, as JSON. */
export type Task =
  | { do: 'answer'; value: unknown }
  | { do: 'wait'; milliseconds: number; value?: unknown }
  | { do: keyof typeof SIMPLE }
  | { do: 'leftovers' }
  | { do: 'say'; line: string }
  | { do: 'tool'; code: string }
  | { do: 'attack'; attack: Attack };

const kept: Buffer[] = [];
/** Of this process; its number need not be its own, where each jail counts for itself. */
const identity = randomUUID();

/** What needs no more to be said. */
const SIMPLE = {
  die: () => process.abort(),
  hang: () => {
    for (;;);
  },
  sleep: () => new Promise(() => {}),
  exit: () => process.exit(3),
  grow: () => kept.push(Buffer.alloc(650 * 1024 * 1024, 1)),
  // With fractions, which the garbage collector does not look through.
  fill: () => {
    for (const lists: number[][] = []; ; ) lists.push(new Array<number>(1_000_000).fill(0.5));
  },
  environment: () => process.env,
  pid: () => identity,
  nothing: () => undefined,
  fail: () => {
    throw new ConversionError('UNREADABLE_FILE', 'Not readable.', { cause: new Error('the secret reason') });
  },
  break: () => {
    throw new Error('a fault of ours');
  },
} as const satisfies Record<string, () => unknown>;

/** An engine that is at the mercy of its source, as one that a hostile file has taken over. */
hostEngine({
  async convert({ sourcePath, folder, targetFormat }) {
    const answer = await perform(JSON.parse(await readFile(sourcePath, 'utf8')) as Task, folder);
    const path = join(folder, 'made');
    await writeFile(path, answer === undefined ? '' : JSON.stringify(answer));
    return { path, format: targetFormat };
  },
});

async function perform(task: Task, folder: string): Promise<unknown> {
  switch (task.do) {
    case 'answer':
      return task.value;
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, task.milliseconds));
      return task.value;
    case 'leftovers':
      await writeFile(join(folder, 'left'), 'behind');
      return folder;
    case 'say':
      process.stdout.write(`${task.line}\n`);
      return new Promise(() => {}); // what it would do afterwards is not to count
    case 'tool':
      return (await once(spawn(process.execPath, ['-e', task.code], { stdio: 'ignore' }), 'close')).join();
    case 'attack':
      return tryAttack(task.attack, folder);
    default:
      return SIMPLE[task.do]();
  }
}
