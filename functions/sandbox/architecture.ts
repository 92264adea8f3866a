/** The kinds of processors that layers are built for, as Lambda calls them. */
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;

/** One of them. */
export type Architecture = (typeof ARCHITECTURES)[number];

/** The processor of this machine. */
export const MACHINE: Architecture = process.arch === 'arm64' ? 'arm64' : 'x86_64';

/** The C library's loader, through which every program of a layer is started. */
export const LOADERS: Readonly<Record<Architecture, string>> = {
  x86_64: 'ld-linux-x86-64.so.2',
  arm64: 'ld-linux-aarch64.so.1',
};

/** The folder in `build/` with the layers for a processor: a checkout may have them for several. */
export const LAYER_FOLDERS: Readonly<Record<Architecture, string>> = { x86_64: 'layers', arm64: 'layers-arm64' };
