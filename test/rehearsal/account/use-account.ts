import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { Account } from './account.ts';

/** Whether the sandbox can be made here. */
export const POSSIBLE = typeof inject('workbench') !== 'string';

/**
 * Deploys the service for the tests of a file. No test may end with a call that AWS would have refused.
 * @param delivers whether a function, by its path, is given the messages of its queues
 */
export function useAccount(delivers?: (path: string) => boolean): { readonly account: Account } {
  let account: Account;
  beforeAll(async () => {
    const workbench = inject('workbench');
    if (typeof workbench !== 'string') account = await Account.start(workbench, delivers);
  });
  afterEach(() => expect(account.recorder.refused).toEqual([]));
  afterAll(() => account?.stop());
  return {
    get account() {
      return account;
    },
  };
}
