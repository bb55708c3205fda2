import { defineConfig } from 'vite';

// Everything the page needs is in its own files: no request leaves the machine.
export default defineConfig({
  base: './',
  build: { target: 'es2021', outDir: 'dist', assetsInlineLimit: 0, chunkSizeWarningLimit: 2000, modulePreload: false },
});
