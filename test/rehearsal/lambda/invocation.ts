import type { Readable } from 'node:stream';

export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

export interface Invocation {
  readonly id: string;
  readonly event: Buffer;
  /** When it is ended, in milliseconds since 1970. */
  readonly deadline: number;
}

/** The beginning of an answer: its content may still be on its way. */
export interface Answer {
  readonly contentType: string;
  readonly content: Readable;
  /** What went wrong after the answer had begun; known when its content has come. */
  error(): FunctionError | undefined;
}

/** A function that did not answer, but failed. */
export class FunctionFailure extends Error {
  readonly details: FunctionError;

  constructor(details: FunctionError) {
    super(`${details.errorType}: ${details.errorMessage}\n${details.trace?.join('\n') ?? ''}`);
    this.details = details;
  }
}
