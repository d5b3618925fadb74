// Two outputs: the chat frame (a page with hashed assets) and the loader (one classic script with a stable name).
import { join } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

const here = import.meta.dirname
const jsx = { jsx: { runtime: 'automatic', importSource: 'preact' } } as const

/** What is fetched on demand, languages and forms, needs no styles: Vite's own helper would be a kilobyte of nothing. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id.endsWith('vite/preload-helper.js') ? 'export const __vitePreload = (load) => load()' : undefined),
}

export const frame: UserConfig = {
  root: join(here, 'src'),
  // The server answers /widget/… with the files of dist/.
  base: '/widget/',
  publicDir: false,
  oxc: jsx,
  plugins: [plainImports],
  logLevel: 'warn',
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // Fonts stay files: the frame's policy allows fonts from our origin only.
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rolldownOptions: { input: join(here, 'src/frame/index.html') },
    reportCompressedSize: false,
  },
}

export const loader: UserConfig = {
  root: here,
  publicDir: false,
  logLevel: 'warn',
  build: {
    outDir: join(here, 'dist'),
    // Built after the frame, which empties the folder.
    emptyOutDir: false,
    target: 'es2022',
    reportCompressedSize: false,
    // Plain ASCII: the host page may be in any encoding.
    rolldownOptions: { output: { charset: 'ascii' } },
    lib: {
      entry: join(here, 'src/loader/main.ts'),
      formats: ['iife'],
      name: 'parlanceLoader',
      fileName: () => 'widget.js',
    },
  },
}

export default defineConfig(frame)
