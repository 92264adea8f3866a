import { execFile } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** What the files of a room may not import, by an example for each boundary. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'functions/conversion': [
    ...['@aws-sdk/client-s3', 'aws-cdk-lib/aws-s3', 'node:http', 'node:child_process', '../http/reply.ts', 'sharp'],
    ...['../storage/s3-files.ts', '../sandbox/jail.ts', '../../local/service.ts', '../engines/host.ts'],
  ],
  'functions/engines': ['#aws/files.ts', '@aws-sdk/client-s3', 'node:https', '../http/reply.ts'],
  'functions/engines/sharp': [
    '../../storage/s3-files.ts',
    '../../services/storage.ts',
    'node:child_process',
    'node:net',
  ],
  'functions/api/convert': ['@aws-sdk/client-s3', '../../engines/sharp/convert-picture.ts'],
  'functions/detection': ['node:child_process', 'node:fs', '../engines/index.ts', '../storage/s3-files.ts', 'sharp'],
  'functions/sandbox': ['@aws-sdk/client-lambda', '../storage/s3-files.ts', '../engines/index.ts'],
  'functions/http': ['@aws-sdk/client-s3', '../storage/s3-files.ts', '../sandbox/run-tool.ts'],
  'functions/storage': ['../http/reply.ts', '../engines/index.ts', '../sandbox/result-file.ts'],
  'functions/services': ['../sandbox/host-pool.ts', '../engines/index.ts'],
  'functions/dispatch': ['@aws-sdk/client-lambda', '../sandbox/host-pool.ts'],
  'functions/ingest': ['../detection/sample.ts'],
  'functions/webhooks': ['../services/callers.ts', 'node:fs'],
  'functions/lanes.ts': ['./engines/index.ts'],
  'lib/jobs': ['../../functions/services/storage.ts', '../../functions/sandbox/jail.ts', '@aws-sdk/client-s3'],
  local: ['../functions/engines/sharp/convert-picture.ts'],
  layers: ['../functions/sandbox/layer.ts'],
  docs: ['@aws-sdk/client-s3'],
  smoke: ['../functions/routes.ts', '../local/service.ts'],
};

interface Report {
  readonly diagnostics: readonly { readonly category: string; readonly location: { readonly path: string } }[];
}

/** Files with one import each, in a folder with the settings of this repository; gives those that are refused. */
function refusedIn(folder: string, files: ReadonlyMap<string, string>): Promise<Set<string>> {
  for (const name of ['biome.json', '.gitignore']) cpSync(join(REPOSITORY, name), join(folder, name));
  for (const [file, module] of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import * as imported from '${module}';\n\nexport default imported;\n`);
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--reporter=json', '--max-diagnostics=none', '.'];
  return new Promise((resolve) => {
    execFile(join(REPOSITORY, 'node_modules/.bin/biome'), args, { cwd: folder }, (_, stdout) => {
      const { diagnostics } = JSON.parse(stdout) as Report;
      const refused = diagnostics.filter(({ category }) => category === 'lint/style/noRestrictedImports');
      resolve(new Set(refused.map(({ location }) => location.path)));
    });
  });
}

/** What makes a client of AWS. Its type alone is for `functions/storage` too, which Biome cannot tell apart. */
const CLIENT = /\bnew \w+Client\(/;

describe('the boundaries between the rooms', () => {
  const folder = temporaryFolder();
  const files = new Map<string, string>();
  /** The same rules hold for a file of any name in a folder. */
  const refused = Object.entries(REFUSED).flatMap(([room, modules]) =>
    modules.map((module) => {
      const name = room.endsWith('.ts') ? room : `${room}/${module.replaceAll(/[^a-z0-9]+/g, '-')}.ts`;
      files.set(name, module);
      return { room, module, name };
    }),
  );
  let found: Set<string>;

  beforeAll(async () => {
    found = await refusedIn(folder, files);
  });

  it.each(refused)('$room may not import $module', ({ name }) => expect(found).toContain(name));

  it('clients of AWS are made in functions/services/aws alone', () => {
    const sources = globSync('functions/**/*.ts', { cwd: REPOSITORY });
    const rooms = sources.filter((file) => CLIENT.test(readFileSync(join(REPOSITORY, file), 'utf8'))).map(dirname);
    expect([...new Set(rooms)]).toEqual(['functions/services/aws']);
  });
});
