import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { optionsPage } from '../docs/options-page.ts';

writeFileSync(join(import.meta.dirname, '../docs/options.md'), optionsPage());
