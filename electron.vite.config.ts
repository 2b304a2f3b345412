import { resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'electron-vite';

const at = (path: string): string => resolve(import.meta.dirname, path);

export default defineConfig({
  main: {
    build: {
      rolldownOptions: {
        input: { electron: at('src/main/electron.ts'), chromium: at('src/main/chromium.ts') },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      isolatedEntries: true,
      rolldownOptions: {
        input: { electron: at('src/preload/electron.ts'), chromium: at('src/preload/chromium.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: at('src/renderer'),
    plugins: [svelte()],
    build: {
      rolldownOptions: { input: at('src/renderer/index.html') },
      minify: true,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
    },
  },
});
