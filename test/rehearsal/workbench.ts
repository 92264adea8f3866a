/** What every sandbox is made of, prepared once for a run. */
export interface Workbench {
  /** A folder for what sandboxes need while they run. */
  readonly folder: string;
  /** The program that makes sandboxes. */
  readonly launcher: string;
  /** The Node.js that runs in them. */
  readonly node: string;
  /** The folder with the libraries and /etc of the system. */
  readonly system: string;
  /** The folder that is there as soon as the app is synthesised. */
  readonly synthesis: string;
}
