import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import type { Outcome } from './pairs.ts';

/** The script that the page loads before it can be used, beside Svelte with hls.js in one page. */
export async function benchBundle(root: string): Promise<Outcome> {
  return {
    what: 'script before the first screen can be used',
    against: 'Svelte with hls.js in one page',
    reach: 0.6,
    unit: 'kB gzip',
    ours: [initialScript(join(root, 'out', 'renderer')) / 1000],
    bare: [(await onePageWithHls(root)) / 1000],
  };
}

/** What index.html names: the entry and, as Vite lists them, all that it imports statically. */
function initialScript(folder: string): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  );
  if (files.length === 0) throw new Error('The built page names no script.');
  return files.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path))).length, 0);
}

async function onePageWithHls(root: string): Promise<number> {
  const folder = mkdtempSync(join(root, 'node_modules', '.cache-bench-'));
  try {
    writeFileSync(
      join(folder, 'Page.svelte'),
      `<script>
        import Hls from 'hls.js';
        let video;
        let muted = $state(true);
        $effect(() => {
          const hls = new Hls();
          hls.loadSource('/master.m3u8');
          hls.attachMedia(video);
          return () => hls.destroy();
        });
      </script>
      <video bind:this={video} {muted}></video><button onclick={() => (muted = !muted)}>Mute</button>`,
    );
    writeFileSync(
      join(folder, 'main.js'),
      `import { mount } from 'svelte'; import Page from './Page.svelte'; mount(Page, { target: document.body });`,
    );
    const built = await build({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [svelte({ configFile: false })],
      build: { write: false, rolldownOptions: { input: join(folder, 'main.js') } },
    });
    if (!('output' in built)) throw new Error('Nothing was built.');
    return built.output.reduce(
      (sum, file) => sum + (file.type === 'chunk' ? gzipSync(file.code).length : 0),
      0,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
