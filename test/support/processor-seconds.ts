/** How much of the processor some work takes, in seconds: by the clock it would be the longer the busier the machine. */
export function processorSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}
