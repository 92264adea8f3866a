import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsPage } from '../docs/options-page.ts';
import { targetTypes } from '../docs/target-types.ts';

const ROOT = join(import.meta.dirname, '..');

writeFileSync(join(ROOT, 'docs/options.md'), optionsPage());
writeFileSync(join(ROOT, 'client/targets.ts'), targetTypes());
