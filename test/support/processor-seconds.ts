/** What the yardstick takes on a quiet machine, in processor seconds. A shared one may be several times slower. */
const YARDSTICK = 0.03;

/** Some work that is always the same, and that no compiler can make faster as it goes on. */
const yardstick = () => Float64Array.from({ length: 150_000 }, (_, index) => (index * 7919) % 150_001).sort();

function processorSince(before?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/** How many times slower than a quiet machine this one is now, at least 1. */
function slowness(): number {
  const before = process.cpuUsage();
  yardstick();
  return Math.max(1, processorSince(before) / YARDSTICK);
}

/**
 * Begins to measure processor time, which by itself depends little on the load of the machine.
 * @returns what ends it, and gives the seconds that it would have been on a quiet machine
 */
export function measureProcessor(): () => number {
  const slowBefore = slowness();
  const before = process.cpuUsage();
  return () => {
    const seconds = processorSince(before);
    return seconds / Math.max(slowBefore, slowness());
  };
}

/** The processor time of some work in seconds of a quiet machine. */
export function processorSeconds(work: () => void): number {
  const measured = measureProcessor();
  work();
  return measured();
}
