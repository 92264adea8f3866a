import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Film } from './film.ts';

const FC = join(import.meta.dirname, '../../bin/fc.mjs');

/** What is typed. */
const COMMANDS = [
  'fc Sunset.jpg sunset.avif --set width=800',
  'fc Report.docx report.pdf --set page_size=A5',
  'fc merge Report.docx Sunset.jpg Sales.csv --out all.pdf',
];

/** Draws a terminal in which commands are typed, and shows what they truly say. */
export async function filmTerminal(
  page: Page,
  film: Film,
  where: { readonly folder: string; readonly service: string },
): Promise<void> {
  let screen = '';
  const draw = (text: string) => page.setContent(terminalPage(text));
  for (const command of COMMANDS) {
    for (let typed = 0; typed <= command.length; typed += 3) {
      await draw(`${screen}$ ${command.slice(0, typed)}█`);
      await film.shoot(page, 50);
    }
    screen += `$ ${command}\n`;
    let said = '';
    await film.shootUntil(
      page,
      run(command, where, (output) => {
        said += output;
        return draw(screen + shown(said));
      }),
    );
    screen += shown(said);
    await draw(`${screen}$ █`);
    await film.shoot(page, 1100);
  }
  await film.shoot(page, 1200);
}

/** Runs a command line as in a terminal: `script` gives it one. */
function run(
  command: string,
  { folder, service }: { readonly folder: string; readonly service: string },
  tell: (output: string) => Promise<void>,
): Promise<void> {
  const line = command.replace(/^fc /, `'${process.execPath}' '${FC}' `);
  const env = { ...process.env, FILE_CONVERSION_URL: service, TERM: 'xterm', NO_COLOR: '1' };
  const child = spawn('script', ['-qefc', line, '/dev/null'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8').on('data', (output: string) => tell(output));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${command}: exit code ${code}`))));
  });
}

/** What a terminal shows of an output: a line that is begun anew takes the place of what it was. */
function shown(output: string): string {
  const lines = output.replaceAll('\r\n', '\n').split('\n');
  return lines.map((line) => line.split('\r\u001b[K').at(-1)).join('\n');
}

function terminalPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<!doctype html><style>
    body { margin: 0; padding: 34px; block-size: 100vh; box-sizing: border-box; background: linear-gradient(135deg, #e9e6ff, #fbe7fb) }
    main { block-size: 100%; overflow: hidden; color: #ececf4; background: #1b1b2b; border-radius: 14px; box-shadow: 0 12px 40px #14143c55 }
    header { display: flex; gap: 8px; padding: 14px 18px; background: #262638 }
    i { inline-size: 13px; block-size: 13px; border-radius: 50%; background: #ff6159 }
    i + i { background: #ffbd2e } i + i + i { background: #28c941 }
    pre { margin: 0; padding: 20px 24px; font: 21px/1.6 "DejaVu Sans Mono", ui-monospace, monospace; white-space: pre-wrap }
  </style><main><header><i></i><i></i><i></i></header><pre>${escaped}</pre></main>`;
}
