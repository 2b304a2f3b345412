import { spawn } from 'node:child_process';
import { isExternalLink } from './guards.ts';

/** Opens an https address in the producer's own browser; rejects when that can't be started. */
export async function openLink(url: string, platform = process.platform): Promise<void> {
  if (!isExternalLink(url)) throw new Error('Only https addresses are opened in the browser.');
  const [command, ...args] = commandFor(platform);
  const child = spawn(command, [...args, new URL(url).href], { detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  child.unref();
}

function commandFor(platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  // `start` would let the command interpreter read the address.
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
