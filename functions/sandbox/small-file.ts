/**
 * A file of at most so many bytes is read, written and removed at once. Memory takes it, not the disk; a thread that
 * did it would have to be woken for each step, which takes ten times as long as the step.
 */
export const SMALL_FILE = 1024 * 1024;
