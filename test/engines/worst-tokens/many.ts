/** An expression for so many megabytes of a token. */
export function many(token: string, megabytes = 1): string {
  return `${JSON.stringify(token)}.repeat(${Math.floor((megabytes * 1_000_000) / token.length)})`;
}
