import type { OptionSchema, OptionSchemas } from '../../conversion/options.ts';
import { PAGES } from '../options/pages.ts';
import { ALLOW_CHANGES, ALLOW_COPYING, ALLOW_PRINTING } from '../options/permissions.ts';
import { ROTATE } from '../options/picture.ts';
import { IMAGE_QUALITY } from '../options/picture-encoding.ts';
import { ENCRYPT_PASSWORD, OWNER_PASSWORD, PASSWORD } from '../options/secrets.ts';

/** Whether the result can be shown before all of it is there. */
const LINEARIZE = {
  title: 'Linearized',
  description: 'Whether the first page can be shown while the rest is still being loaded.',
  type: 'boolean',
  default: false,
} as const satisfies OptionSchema;

/** What can be asked of a PDF file that is made of another. */
export const QPDF_OPTIONS = {
  pages: PAGES,
  rotate: ROTATE,
  image_quality: IMAGE_QUALITY,
  linearize: LINEARIZE,
  password: PASSWORD,
  encrypt_password: ENCRYPT_PASSWORD,
  owner_password: OWNER_PASSWORD,
  allow_printing: ALLOW_PRINTING,
  allow_changes: ALLOW_CHANGES,
  allow_copying: ALLOW_COPYING,
} as const satisfies OptionSchemas;

/** These options, as they are given. */
export interface QpdfOptions {
  readonly pages?: string;
  readonly rotate?: number;
  readonly image_quality?: number;
  readonly linearize?: boolean;
  readonly encrypt_password?: string;
  readonly owner_password?: string;
  readonly allow_printing?: (typeof ALLOW_PRINTING)['enum'][number];
  readonly allow_changes?: (typeof ALLOW_CHANGES)['enum'][number];
  readonly allow_copying?: boolean;
}
