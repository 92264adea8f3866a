import { ENGINES } from './engines/index.ts';

/**
 * Starts what the engines beside this function need time for, while Lambda still initialises it: the first conversion
 * then finds it running. Elsewhere importing a handler starts nothing.
 */
export function warmUpOnLambda(): void {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME) return;
  for (const engine of ENGINES) if (engine.available()) engine.warmUp?.();
}
