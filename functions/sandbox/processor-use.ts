import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: the kernel reports processor time in hundredths of a second on every machine. */
const TICKS = 100;

/** How long a reading of all processes is reused, in milliseconds: hosts that work at the same time share it. */
const FRESH = 900;

/** Fields of /proc/PID/stat after the name of the program: the session, and the times of the process and its children. */
const SESSION = 3;
const TIMES = { from: 11, to: 15 } as const;

let looked: { readonly at: number; readonly seconds: ReadonlyMap<number, number> } | undefined;

/**
 * The processor time of a session: its leader and all descendants, with those that have exited and were waited for. A
 * jailed host cannot leave its session.
 * @param session the process id of its leader
 * @returns seconds; 0 for a session that is not found
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

/** The fields after the last bracket, since the name of the program in brackets may have any characters. */
function fieldsOf(process: string): string[] {
  try {
    const stat = readFileSync(`/proc/${process}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return []; // the process has exited
  }
}
