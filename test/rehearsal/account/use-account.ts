import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Workbench } from '../workbench.ts';
import { Account } from './account.ts';

/** Whether the sandbox can be made here. */
export const POSSIBLE = typeof inject('workbench') !== 'string';

/**
 * Deploys the service for the tests of a file. No test may end with a call that AWS would have refused.
 * @param synthesis gives the folder with what is deployed @default the app itself
 * @param delivers whether a function, by its path, is given the messages of its queues
 */
export function useAccount(
  delivers?: (path: string) => boolean,
  synthesis?: (workbench: Workbench) => Promise<string>,
): { readonly account: Account } {
  let account: Account;
  beforeAll(async () => {
    const workbench = inject('workbench');
    if (typeof workbench === 'string') return;
    const deployed = synthesis ? { ...workbench, synthesis: await synthesis(workbench) } : workbench;
    account = await Account.start(deployed, delivers);
  });
  afterEach(() => expect(account.recorder.refused).toEqual([]));
  afterAll(() => account?.stop());
  return {
    get account() {
      return account;
    },
  };
}
