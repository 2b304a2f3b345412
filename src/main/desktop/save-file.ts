import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, parse } from 'node:path';

const mostTries = 1_000;

/** The folder for downloads: what the desktop says, else the usual one, else the home folder. */
export function downloadsFolder(env: NodeJS.ProcessEnv, home: string): string {
  const said = env['XDG_DOWNLOAD_DIR'];
  if (said !== undefined && existsSync(said)) return said;
  const usual = join(home, 'Downloads');
  return existsSync(usual) ? usual : home;
}

/**
 * Writes a file among the downloads, never over another one, readable by its owner
 * only. Gives its path; throws what the disk throws.
 */
export async function saveFile(
  name: string,
  text: string,
  folder = downloadsFolder(process.env, homedir()),
): Promise<string> {
  const { name: stem, ext } = parse(name);
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`);
    try {
      await writeFile(path, text, { flag: 'wx', mode: 0o600 });
      return path;
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!isTaken || number === mostTries) throw error;
    }
  }
}
