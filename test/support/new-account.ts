let made = 0;

/** The name of an account that no other test of the file has. */
export function newAccount(): string {
  made += 1;
  return `account-${made}`;
}
