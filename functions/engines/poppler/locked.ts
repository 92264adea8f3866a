import { ConversionError } from '../../conversion/errors.ts';

/** The error for a file that a password protects; the cause goes to the log only. */
export function locked(advice: string, cause: string): ConversionError {
  return new ConversionError('PASSWORD_PROTECTED', `The PDF file is protected by a password. ${advice}`, { cause });
}
