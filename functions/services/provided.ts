/**
 * Something that is built on first use.
 * @returns what gives it, and what has everybody in this process use another in its place
 */
export function provided<T>(build: () => T): readonly [get: () => T, use: (other: T) => void] {
  let current: T | undefined;
  const get = () => {
    current ??= build();
    return current;
  };
  const use = (other: T) => {
    current = other;
  };
  return [get, use];
}
