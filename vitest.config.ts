import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // For the runes in *.svelte.ts files.
  plugins: [svelte()],
  test: {
    environment: 'node',
    include: [
      'src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'bench/**/*.test.ts',
      'scripts/**/*.test.mjs',
    ],
  },
  // Runes work in the build of Svelte for the browser only.
  resolve: { conditions: ['browser'] },
});
