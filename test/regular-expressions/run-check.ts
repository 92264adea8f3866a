import { fileURLToPath } from 'node:url';
import { ALLOWED_EXPRESSIONS } from './allowed-expressions.ts';
import { CHECKED_FOLDERS, checkExpressions } from './check-expressions.ts';

const complaints = await checkExpressions(
  fileURLToPath(new URL('../..', import.meta.url)),
  CHECKED_FOLDERS,
  ALLOWED_EXPRESSIONS,
);
process.stderr.write(complaints.map((complaint) => `${complaint}\n`).join(''));
process.exitCode = complaints.length > 0 ? 1 : 0;
