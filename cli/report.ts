import { styleText } from 'node:util';
import type { CommandLine } from './command-line.ts';

/** The outcome of a conversion. */
export type Outcome =
  | {
      readonly source: string;
      readonly status: 'ok';
      readonly target: string;
      readonly format: string;
      readonly size: number;
      readonly seconds: number;
    }
  | { readonly source: string; readonly status: 'failed'; readonly code: string; readonly error: string };

/** The streams of reports. */
export interface Terminal {
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Reports outcomes: failures always, the rest only on a terminal, or as lines of JSON. */
export class Report {
  readonly #terminal: Terminal;
  readonly #line: Pick<CommandLine, 'json' | 'quiet'>;
  readonly #running = new Map<string, string>();
  readonly #total: number | undefined;
  #done = 0;

  /** @param total the count of files, if that is known */
  constructor(terminal: Terminal, line: Pick<CommandLine, 'json' | 'quiet'>, total?: number) {
    this.#terminal = terminal;
    this.#line = line;
    this.#total = total;
  }

  /** Shows the progress of a file. */
  progress(source: string, stage: string, percent: number): void {
    this.#running.set(source, `${stage} ${Math.round(percent)}%`);
    this.#drawStatus();
  }

  outcome(outcome: Outcome): void {
    this.#running.delete(outcome.source);
    this.#done += 1;
    this.#clearStatus();
    if (this.#line.json) this.#terminal.stdout.write(`${JSON.stringify(outcome)}\n`);
    if (outcome.status === 'failed') this.failure(outcome.source, outcome.error);
    else if (this.#isVerbose)
      this.#terminal.stderr.write(
        `${printable(outcome.source)} → ${printable(outcome.target)}  ${dim(factsOf(outcome))}\n`,
      );
    this.#drawStatus();
  }

  failure(source: string, error: string): void {
    const word = this.#terminal.stderr.isTTY ? styleText('red', 'error:', { validateStream: false }) : 'error:';
    this.#terminal.stderr.write(
      `${noColor() ? 'error:' : word} ${source ? `${printable(source)}: ` : ''}${printable(error)}\n`,
    );
  }

  /** Writes a line on a terminal. */
  note(text: string): void {
    if (this.#isVerbose) this.#terminal.stderr.write(`${printable(text)}\n`);
  }

  /** Clears the status line. */
  end(): void {
    this.#clearStatus();
  }

  get #isVerbose(): boolean {
    return Boolean(this.#terminal.stderr.isTTY) && !this.#line.quiet && !this.#line.json;
  }

  #drawStatus(): void {
    const [first] = this.#running;
    if (!this.#isVerbose || !first) return;
    const count = this.#total && this.#total > 1 ? `[${this.#done}/${this.#total}] ` : '';
    const others = this.#running.size > 1 ? `, and ${this.#running.size - 1} more` : '';
    const text = `${count}${printable(first[0])}: ${first[1]}${others}`;
    this.#terminal.stderr.write(`\r\x1b[K${text.slice(0, (this.#terminal.stderr.columns ?? 80) - 1)}`);
  }

  #clearStatus(): void {
    if (this.#isVerbose) this.#terminal.stderr.write('\r\x1b[K');
  }
}

function factsOf({ size, seconds }: { size: number; seconds: number }): string {
  return `${sizeText(size)}, ${seconds.toFixed(1)} s`;
}

/** A size with its unit. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${(bytes / 1000).toPrecision(3)} kB`;
  return `${(bytes / 1e6).toPrecision(3)} MB`;
}

/** Replaces control characters, which a terminal may take for commands. */
export function printable(text: string): string {
  return text.replace(/\p{C}/gu, '\u{fffd}');
}

function dim(text: string): string {
  return noColor() ? text : styleText('dim', text, { validateStream: false });
}

function noColor(): boolean {
  return Boolean(process.env.NO_COLOR);
}
