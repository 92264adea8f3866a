import { buildMessages } from '#aws/messages.ts';
import { provided } from './provided.ts';

/** The messages that a function is given. */
export interface Messages {
  /** Sets the visibility timeout of a received message. @param delay in milliseconds */
  again(receiptHandle: string, delay: number): Promise<void>;
}

/** Those of SQS, unless this process has set others. */
export const [messages, useMessages] = provided(buildMessages);
