import { type Architecture, LOADERS } from '../functions/sandbox/architecture.ts';

/** What the build has to know of a kind of processor. */
export interface Platform {
  readonly architecture: Architecture;
  /** As Debian calls it. */
  readonly debian: 'amd64' | 'arm64';
  /** What its compilers, and folders with its libraries, are called by. */
  readonly triplet: string;
  /** The folder of libraries in packages. */
  readonly libraries: string;
  /** The folder of headers in packages. */
  readonly headers: string;
  /** The compiler, which has the same name where it compiles for its own machine. */
  readonly compiler: string;
  readonly objcopy: string;
  readonly loader: string;
  /** The body of a function that returns 0, in assembly. */
  readonly returnZero: string;
}

/** Every platform that layers are built for. */
export const PLATFORMS: Readonly<Record<Architecture, Platform>> = {
  x86_64: platform('x86_64', 'amd64', 'x86_64-linux-gnu', 'xorl %eax,%eax\nret'),
  arm64: platform('arm64', 'arm64', 'aarch64-linux-gnu', 'mov x0,#0\nret'),
};

function platform(
  architecture: Architecture,
  debian: Platform['debian'],
  triplet: string,
  returnZero: string,
): Platform {
  return {
    architecture,
    debian,
    triplet,
    libraries: `usr/lib/${triplet}`,
    headers: `usr/include/${triplet}`,
    compiler: `${triplet}-gcc`,
    objcopy: `${triplet}-objcopy`,
    loader: LOADERS[architecture],
    returnZero,
  };
}
