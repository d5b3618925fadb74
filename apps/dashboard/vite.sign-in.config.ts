// Builds the client sign-in page next to the dashboard: rendered by Preact without shared scripts, so that nothing of
// the dashboard loads before sign-in.
import { join } from 'node:path'
import { defineConfig } from 'vite'

const preact = {
  'react/jsx-dev-runtime': 'preact/jsx-dev-runtime',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  react: 'preact/compat',
} as const

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
  resolve: { alias: preact },
  build: {
    // Built after the dashboard, which empties the folder.
    emptyOutDir: false,
    target: 'es2024',
    assetsInlineLimit: 0,
    // For size.ts; the dashboard's manifest has the default name.
    manifest: '.vite/sign-in.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: join(import.meta.dirname, 'sign-in.html'),
      output: {
        entryFileNames: 'assets/[hash:7].js',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
      },
    },
  },
})
