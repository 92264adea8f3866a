import { type Outcome, smokeTest } from '../../smoke/smoke-test.ts';

/** What the smoke test finds at an address. */
export async function outcomes(baseUrl: string, engines?: readonly string[]): Promise<Outcome[]> {
  const all: Outcome[] = [];
  for await (const outcome of smokeTest(baseUrl, engines && { engines })) all.push(outcome);
  return all;
}

/** The steps that failed. */
export function faults(all: readonly Outcome[]): string[] {
  return all.filter(({ fault }) => fault !== undefined).map(({ name }) => name);
}
