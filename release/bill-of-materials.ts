import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './package.ts';

/** The file of a package that says what is in it. */
export const BILL = 'sbom.spdx.json';

/** A package of Debian, as the lock file of a layer names it. */
interface LockedPackage {
  readonly name: string;
  readonly version: string;
  readonly sha256: string;
}

/**
 * The bill of materials of a layer, in SPDX 2.3: the packages of Debian that it is made of.
 * https://spdx.github.io/spdx-spec/v2.3/
 * @param digest SHA-256 of the archive, in hexadecimal
 */
export function billOfMaterials(layer: string, version: string, digest: string): object {
  const path = join(ROOT, 'layers', layer, 'packages.lock.json');
  const packages = JSON.parse(readFileSync(path, 'utf8')) as readonly LockedPackage[];
  const root = 'SPDXRef-Layer';
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: `file-conversion-layers-${layer}@${version}`,
    documentNamespace: `https://spdx.org/spdxdocs/file-conversion-layers-${layer}-${version}-${digest}`,
    // That of the packages, which do not change: the same layer has the same bill.
    creationInfo: { created: '1980-01-01T00:00:00Z', creators: ['Tool: file-conversion'] },
    documentDescribes: [root],
    packages: [
      {
        ...describe(root, `file-conversion-layers-${layer}`, version, digest),
        licenseComments: `What Debian says of the licence of each package is in the archive: ${layer}/licenses.`,
      },
      ...packages.map(describePackage),
    ],
    relationships: packages.map((each) => ({
      spdxElementId: root,
      relationshipType: 'CONTAINS',
      relatedSpdxElement: idOf(each),
    })),
  };
}

function describePackage(each: LockedPackage): object {
  const locator = `pkg:deb/debian/${each.name}@${encodeURIComponent(each.version)}?arch=amd64`;
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
