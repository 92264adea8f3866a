import { buildMessages } from '#aws/messages.ts';
import { provided } from './provided.ts';

/** The messages that a function is given. */
export interface Messages {
  /** Sets the visibility timeout of a received message. @param delay in milliseconds */
  again(receiptHandle: string, delay: number): Promise<void>;
}

/** Those of SQS, unless this process has set others. */
const [messages, useMessages] = provided(buildMessages);

export { useMessages };

/** Has a message that this function was given come again after a while. @param delay in milliseconds */
export async function putOff(receiptHandle: string, delay: number): Promise<void> {
  await messages().again(receiptHandle, delay);
}
