import { AssetHashType, type AssetOptions, DockerImage } from 'aws-cdk-lib';

/** The options of an asset that a callback writes to a folder. Its name is a part of what the CDK knows it by. */
export function bundledBy(
  name: string,
  write: (output: string) => void,
): Required<Pick<AssetOptions, 'bundling' | 'assetHashType'>> {
  return {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // The CDK requires an image, which is never run; it is a part of the asset's hash.
      image: DockerImage.fromRegistry('none'),
      command: [name],
      local: {
        tryBundle(output) {
          write(output);
          return true;
        },
      },
    },
  };
}
