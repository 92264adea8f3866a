import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Installs packages into a folder of their own, without running their scripts: they are no part of this project.
 * @returns whether npm could
 */
export async function npmInstall(folder: string, packages: readonly string[]): Promise<boolean> {
  const options = ['--no-save', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  try {
    await promisify(execFile)('npm', ['install', ...options, ...packages]);
    return true;
  } catch (error) {
    console.error(`npm could not install ${packages.join(' ')}: ${error}`);
    return false;
  }
}
