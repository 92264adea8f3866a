import { loadavg } from 'node:os';
import { median, ms, timed } from '../measure.ts';
import { ROUNDS, SECONDS } from './settings.ts';

/** A task that makes a file, and returns its bytes. */
export type Task = () => Promise<Uint8Array>;

/** What was measured of a task: the median of its times in milliseconds, and its last result. NaN where it failed. */
export interface Measured {
  readonly time: number;
  readonly result: Uint8Array;
}

/**
 * Runs tasks in turn, so that a drift of the machine's speed affects all. The first round is not counted. A task that fails is
 * reported and left out.
 */
export async function byTurns<Name extends string>(
  tasks: Readonly<Partial<Record<Name, Task>>>,
): Promise<Partial<Record<Name, Measured>>> {
  const runs = (Object.entries(tasks) as [Name, Task][]).map(([name, task]) => new Run(name, task));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const run of runs) await run.next(round > 0);
  }
  return Object.fromEntries(runs.map(({ name, measured }) => [name, measured])) as Partial<Record<Name, Measured>>;
}

/** A task that is run again and again. */
class Run {
  readonly name: string;
  private readonly task: Task;
  private readonly times: number[] = [];
  private result: Uint8Array = new Uint8Array();
  private failed = false;

  constructor(name: string, task: Task) {
    this.name = name;
    this.task = task;
  }

  async next(counts: boolean): Promise<void> {
    if (this.failed) return;
    try {
      const time = await timed(async () => {
        this.result = await this.task();
      });
      if (counts) this.times.push(time);
    } catch (error) {
      console.error(`${this.name} failed: ${error}`);
      this.failed = true;
    }
  }

  get measured(): Measured {
    return this.failed
      ? { time: Number.NaN, result: new Uint8Array() }
      : { time: median(this.times), result: this.result };
  }
}

/** The rate of results for some clients, each of which sends the next request after the last, and the count of failures. */
export async function rate(task: Task, clients: number): Promise<{ perSecond: number; failed: number }> {
  let [done, failed] = [0, 0];
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      await task().then(
        () => {
          done += 1;
        },
        () => {
          failed += 1;
        },
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { perSecond: (done / (performance.now() - started)) * 1000, failed };
}

/** Formats a rate with its failures. */
export function asRate(measured?: { perSecond: number; failed: number }): string {
  if (!measured) return 'missing';
  const { perSecond, failed } = measured;
  return `${perSecond.toFixed(perSecond < 10 ? 2 : 1)}${failed ? ` (${failed} failed)` : ''}`;
}

/** Formats a time. */
export function asTime(measured?: Measured): string {
  if (!measured) return 'missing';
  return Number.isNaN(measured.time) ? 'failed' : ms(measured.time);
}

/** Formats the sizes of results. */
export function asSizes(all: readonly (Measured | undefined)[], unit: number): string {
  return all
    .map((one) => (one?.result.length ? (one.result.length / unit).toFixed(unit > 1e3 ? 2 : 1) : '-'))
    .join(' / ');
}

/** Formats a ratio. */
export function asRatio(ours: number | undefined, theirs: number | undefined): string {
  const ratio = (ours ?? Number.NaN) / (theirs ?? Number.NaN);
  return Number.isNaN(ratio) ? '-' : ratio.toFixed(2);
}

/** Runs a comparison, and reports the load of the machine before and after. */
export async function withLoads(compare: () => Promise<string>): Promise<string> {
  const before = loadavg();
  const said = await compare();
  const [begun, ended] = [before, loadavg()].map(([minute = 0]) => minute.toFixed(1));
  return `${said}\n\nLoad before ${begun}, after ${ended} (its own included).`;
}
