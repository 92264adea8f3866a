import manifest from './package.json' with { type: 'json' };

/** The version of the command line: that of its package. */
export const VERSION: string = manifest.version;
