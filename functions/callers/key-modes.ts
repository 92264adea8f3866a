/** Whether callers have keys. `off`: no keys and no limits; `optional`: callers without a key are limited by address. */
const KEY_MODES = ['off', 'optional', 'required'] as const;

export type KeyMode = (typeof KEY_MODES)[number];

/** Reads whether callers have keys. @throws Error when it is none of the modes */
export function readKeyMode(text: string | undefined): KeyMode {
  const mode = KEY_MODES.find((known) => known === (text || 'off'));
  if (mode) return mode;
  throw new Error(`KEYS is ${text}: there are ${KEY_MODES.join(', ')}`);
}
