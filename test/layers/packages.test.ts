import { describe, expect, it } from 'vitest';
import { MACHINE } from '../../functions/sandbox/architecture.ts';
import { availablePackages, PackageGone, resolvePackages } from '../../layers/debian/packages.ts';
import { PLATFORMS } from '../../layers/platform.ts';
import { Progress } from '../../layers/progress.ts';

const progress = new Progress('test');
/** A version that Debian has replaced by a security update. */
const GONE = { name: 'hostname', version: '3.24', size: 1, sha256: '0'.repeat(64) };

const platform = PLATFORMS[MACHINE];

describe('locked packages of Debian', () => {
  it('takes what the mirror has in the place of a version that it has dropped', async () => {
    const [available] = await availablePackages([GONE], ['hostname'], platform, progress, false);
    expect(available).toEqual((await resolvePackages(['hostname'], platform))[0]);
    expect(available?.version).not.toBe(GONE.version);
    expect(available?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('insists on the locked version when that is set', async () => {
    await expect(availablePackages([GONE], ['hostname'], platform, progress, true)).rejects.toThrow(PackageGone);
  });
});
