/** The architectures that layers are built for, by Lambda's names. */
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;

export type Architecture = (typeof ARCHITECTURES)[number];

/** The architecture of this machine. */
export const MACHINE: Architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';

/** The dynamic loader of the C library, which starts every program of a layer. */
export const LOADERS: Readonly<Record<Architecture, string>> = {
  x86_64: 'ld-linux-x86-64.so.2',
  arm64: 'ld-linux-aarch64.so.1',
};

/** The folder in `build/` with the layers for an architecture: a checkout may have them for both. */
export const LAYER_FOLDERS: Readonly<Record<Architecture, string>> = { x86_64: 'layers', arm64: 'layers-arm64' };
