/** `warning`: the deployment may work, or work less well. `stop`: it will fail. */
export type Level = 'ok' | 'warning' | 'stop';

/** The outcome of a check, with advice for the operator. */
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
