import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { PLATFORMS } from '../../layers/platform.ts';
import { makeMachine } from './machine.ts';

// node test/arm64/run.ts --packages FOLDER [--architecture x86_64] [--shift 0] COMMAND: see README.md.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    architecture: { type: 'string', default: 'arm64' },
    packages: { type: 'string', default: 'node_modules' },
    shift: { type: 'string', default: '2' },
  },
});

/** The processor is that of Graviton2, which Lambda has. */
const EMULATORS = {
  arm64: ['qemu-system-aarch64', '-M', 'virt', '-cpu', 'neoverse-n1'],
  x86_64: ['qemu-system-x86_64', '-M', 'q35', '-cpu', 'max'],
} as const;
const CONSOLES = { arm64: 'ttyAMA0', x86_64: 'ttyS0' } as const;

const architecture = values.architecture === 'x86_64' ? 'x86_64' : 'arm64';
const { kernel, firstFiles, disk } = await makeMachine(PLATFORMS[architecture], values.packages);
const command = Buffer.from(positionals.join(' ')).toString('base64');
const [emulator, ...settings] = EMULATORS[architecture];
const machine = ['-accel', 'tcg', '-smp', '1', '-m', '4096', '-nographic', '-no-reboot', '-nic', 'none'];
// Its clock counts instructions, by default 2^2 nanoseconds each: limits of time mean the same on a machine that is busy with more.
const clock = ['-icount', `shift=${values.shift},sleep=off`, '-rtc', 'clock=vm'];
const files = ['-kernel', kernel, '-initrd', firstFiles, '-drive', `if=virtio,format=raw,snapshot=on,file=${disk}`];
const line = `console=${CONSOLES[architecture]} quiet panic=-1 run=${command}`;
spawnSync('nice', ['-n', '10', emulator, ...settings, ...machine, ...clock, ...files, '-append', line], {
  stdio: 'inherit',
});
