import { readdirSync, readFileSync } from 'node:fs';

/** The kernel reports processor time in hundredths of a second, to every program on every machine. */
const TICKS = 100;

/** How long a look at all processes counts as of now, in milliseconds: hosts that work at the same time share it. */
const FRESH = 200;

/** Fields of /proc/PID/stat behind the name of the program: the session, and the time of the process and its children. */
const SESSION = 3;
const TIMES = { from: 11, to: 15 } as const;

let looked: { readonly at: number; readonly seconds: ReadonlyMap<number, number> } | undefined;

/**
 * Processor time that a session has used: a process that was started as the leader of one, and all that came of it, those
 * included that have ended and were waited for. A host cannot leave its session where it is jailed.
 * @param session the process number of its leader
 * @returns seconds; 0 where nothing is to be seen of it
 */
export function processorSeconds(session: number): number {
  if (!looked || performance.now() - looked.at > FRESH) looked = { at: performance.now(), seconds: look() };
  return looked.seconds.get(session) ?? 0;
}

function look(): ReadonlyMap<number, number> {
  const seconds = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^[1-9]/.test(name)) continue;
    const fields = fieldsOf(name);
    const session = Number(fields[SESSION]);
    const ticks = fields.slice(TIMES.from, TIMES.to).reduce((sum, field) => sum + Number(field), 0);
    if (session) seconds.set(session, (seconds.get(session) ?? 0) + ticks / TICKS);
  }
  return seconds;
}

/** The name of a program may hold anything, so that what follows its last bracket is read. */
function fieldsOf(process: string): string[] {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // it has ended
  }
}
