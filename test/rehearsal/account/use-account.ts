import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { synthesised } from '../synthesise.ts';
import type { Workbench } from '../workbench.ts';
import { Account } from './account.ts';

/** Whether the sandbox can be made here. */
export const POSSIBLE = typeof inject('workbench') !== 'string';

/** The longest that one may wait for the synthesis, on a busy machine, in milliseconds. */
const SYNTHESIS = 300_000;

/** What sandboxes are made of, as soon as the app is synthesised that is to run in them. */
export async function workbenchFor(): Promise<Workbench> {
  const workbench = inject('workbench') as Workbench;
  return { ...workbench, synthesis: await synthesised(workbench.synthesis) };
}

/**
 * Deploys the service for the tests of a file. No test may end with a call that AWS would have refused.
 * @param delivers whether a function, by its path, is given the messages of its queues
 */
export function useAccount(delivers?: (path: string) => boolean): { readonly account: Account } {
  let account: Account;
  beforeAll(async () => {
    if (POSSIBLE) account = await Account.start(await workbenchFor(), delivers);
  }, SYNTHESIS);
  afterEach(() => expect(account.recorder.refused).toEqual([]));
  afterAll(() => account?.stop());
  return {
    get account() {
      return account;
    },
  };
}
