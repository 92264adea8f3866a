import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Before all tests: gives them a folder of their own for temporary files, which goes when they end, however they end. */
export default function holdTemporaryFiles(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  // Tests started by root give files to other users, who have to get through.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return remove;
}
