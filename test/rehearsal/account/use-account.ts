import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import { Account } from './account.ts';

/** Whether the sandbox can be made here. */
export const POSSIBLE = typeof inject('workbench') !== 'string';

/** Deploys the service for the tests of a file. No test may end with a call that AWS would have refused. */
export function useAccount(): { readonly account: Account } {
  let account: Account;
  beforeAll(async () => {
    const workbench = inject('workbench');
    if (typeof workbench !== 'string') account = await Account.start(workbench);
  });
  afterEach(() => expect(account.recorder.refused).toEqual([]));
  afterAll(() => account?.stop());
  return {
    get account() {
      return account;
    },
  };
}
