/** `warning`: it works, less well or perhaps. `stop`: it will not work. */
export type Level = 'ok' | 'warning' | 'stop';

/** What was found of one thing, and what is to be done about it, as the operator reads it. */
export interface Finding {
  readonly level: Level;
  readonly text: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const warning = (text: string): Finding => ({ level: 'warning', text });
export const stop = (text: string): Finding => ({ level: 'stop', text });

export function describeFinding({ level, text }: Finding): string {
  return `${level.padEnd('warning'.length)}  ${text}`;
}
