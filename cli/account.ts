import type { FileConversion, ListedConversion, Usage } from '../client/index.ts';
import type { CommandLine } from './command-line.ts';
import { EXIT, type ExitCode, exitCodeOf, UsageError } from './exit-codes.ts';
import { printable, type Report, sizeText } from './report.ts';

/** The services and settings of the account commands. */
export interface AccountContext {
  readonly service: FileConversion;
  readonly line: Pick<CommandLine, 'json' | 'names'>;
  readonly stdout: NodeJS.WritableStream;
  readonly report: Report;
  readonly signal: AbortSignal;
}

/** `fc usage` */
export async function printUsage({ service, line, stdout, signal }: AccountContext): Promise<ExitCode> {
  const usage = await service.usage({ signal });
  stdout.write(line.json ? `${JSON.stringify(usage)}\n` : usageText(usage));
  return EXIT.ok;
}

/** `fc list` */
export async function listConversions({ service, line, stdout, signal }: AccountContext): Promise<ExitCode> {
  for await (const conversion of service.conversions.list({ signal })) stdout.write(`${lineOf(conversion, line)}\n`);
  return EXIT.ok;
}

/** `fc delete ID...`: a failure does not stop the other deletions. */
export async function deleteConversions(ids: readonly string[], context: AccountContext): Promise<ExitCode> {
  const { service, line, stdout, report, signal } = context;
  if (ids.length === 0) throw new UsageError('fc delete takes identifiers: fc list tells them');
  let worst: ExitCode = EXIT.ok;
  for (const id of ids) {
    try {
      await service.conversions.delete(id, { signal });
      if (line.json) stdout.write(`${JSON.stringify({ conversion_id: id, status: 'deleted' })}\n`);
    } catch (error) {
      // Other exit codes mean that no other deletion can succeed.
      if (exitCodeOf(error) !== EXIT.failed || signal.aborted) throw error;
      const { message, code } = error as Error & { code?: string };
      if (line.json) stdout.write(`${JSON.stringify({ conversion_id: id, status: 'failed', code, error: message })}\n`);
      report.failure(id, message);
      worst = EXIT.failed;
    }
  }
  return worst;
}

function lineOf(conversion: ListedConversion, { json, names }: AccountContext['line']): string {
  if (json) return JSON.stringify(conversion);
  const { conversion_id: id, status, created_at, original_filename, result_format, file_size, error } = conversion;
  if (names) return id;
  const facts = error ?? (file_size === null ? '' : sizeText(file_size));
  const made = created_at.slice(0, 16).replace('T', ' ');
  return `${id}  ${made}  ${status.padEnd(10)}  ${printable(`${original_filename} → ${result_format}  ${facts}`)}`.trimEnd();
}

function usageText({ account, period, ends_at, conversions, engine_seconds, limits, left }: Usage): string {
  const counted = (used: number, limit: number | null, rest: number | null) =>
    limit === null ? `${used}, without a limit` : `${used} of ${limit}, ${rest} left`;
  const { requests_per_second: rate, at_once, burst, largest_file } = limits;
  const rows = [
    ['account', printable(account)],
    ['month', `${period}, until ${ends_at.slice(0, 16).replace('T', ' ')} UTC`],
    ['conversions', counted(conversions, limits.conversions, left.conversions)],
    ['engine seconds', counted(engine_seconds, limits.engine_seconds, left.engine_seconds)],
    ['at once', at_once === null ? 'without a limit' : `${at_once}`],
    ['requests', rate === null ? 'without a limit' : `${rate} a second, ${burst} at once`],
    ...(largest_file === null ? [] : [['largest file', sizeText(largest_file)]]),
  ];
  return rows.map(([name = '', value]) => `${name.padEnd(14)}  ${value}\n`).join('');
}
