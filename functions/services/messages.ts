import { buildMessages } from '#aws/messages.ts';

/** The messages that a function is given. */
export interface Messages {
  /** Has one that was received, and is not done with, come again after a while. @param delay in milliseconds */
  again(receiptHandle: string, delay: number): Promise<void>;
}

let messages: Messages | undefined;

/** Has a message that this function was given come again after a while. @param delay in milliseconds */
export async function putOff(receiptHandle: string, delay: number): Promise<void> {
  messages ??= buildMessages();
  await messages.again(receiptHandle, delay);
}

/** Has everybody in this process put off other messages than those of SQS. */
export function useMessages(other: Messages): void {
  messages = other;
}
