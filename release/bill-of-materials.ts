import type { Architecture } from '../functions/sandbox/architecture.ts';
import { type LockedPackage, readLock } from '../layers/debian/lock.ts';
import { PLATFORMS } from '../layers/platform.ts';
import { layerPackage } from '../lib/engines/built-layers.ts';

/** The bill of materials in a package. */
export const BILL = 'sbom.spdx.json';

/**
 * The bill of materials of a layer, in SPDX 2.3: the Debian packages in it.
 * https://spdx.github.io/spdx-spec/v2.3/
 * @param digest SHA-256 of the archive, in hexadecimal
 */
export function billOfMaterials(layer: string, architecture: Architecture, version: string, digest: string): object {
  const { debian } = PLATFORMS[architecture];
  const packages = readLock(layer, { debian });
  const name = layerPackage(layer, architecture);
  const root = 'SPDXRef-Layer';
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `${name}@${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/${name}-${version}-${digest}`,
    // A fixed time, so that the same layer has the same bill.
    creationInfo: { created: '1980-01-01T00:00:00Z', creators: ['Tool: file-conversion'] },
    documentDescribes: [root],
    packages: [
      {
        ...describe(root, name, version, digest),
        licenseComments: `What Debian says of the licence of each package is in the archive: ${layer}/licenses.`,
      },
      ...packages.map((each) => describePackage(each, debian)),
    ],
    relationships: packages.map((each) => ({
      spdxElementId: root,
      relationshipType: 'CONTAINS',
      relatedSpdxElement: idOf(each),
    })),
  };
}

function describePackage(each: LockedPackage, debian: string): object {
  const locator = `pkg:deb/debian/${each.name}@${encodeURIComponent(each.version)}?arch=${debian}`;
  return {
    ...describe(idOf(each), each.name, each.version, each.sha256),
    externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: locator }],
  };
}

function describe(SPDXID: string, name: string, versionInfo: string, sha256: string): object {
  const checksums = [{ algorithm: 'SHA256', checksumValue: sha256 }];
  return { SPDXID, name, versionInfo, downloadLocation: 'NOASSERTION', filesAnalyzed: false, checksums };
}

function idOf({ name }: LockedPackage): string {
  return `SPDXRef-Package-${name.replace(/[^A-Za-z0-9.-]/g, '-')}`;
}
