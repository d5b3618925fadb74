// Three outputs: the chat frame (a page with hashed assets), the loader (one classic script with a stable name) and what the
// loader fetches.
import { join } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { preact } from './renderer.ts'

const here = import.meta.dirname
const jsx = { jsx: { runtime: 'automatic', importSource: 'react' } } as const

/** Parts on demand are fetched in our own way: Vite's is larger and gives up after one failure. */
const ownImports: Plugin = {
  name: 'own-imports',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('vite/preload-helper.js')
      ? `export { fetchPart as __vitePreload } from ${JSON.stringify(join(here, 'src/chat/features/fetch.ts'))}`
      : undefined,
}

const CAMEL_NAMES = /\/\^\(\?:accent\|[^/]+\[A-Z\]\//
/**
 * Preact knows the attributes of SVG that React writes in one word, by a pattern that costs the frame 8 KB of memory. The
 * chat's drawings have these two kinds of them at most (src/chat/names.test.ts).
 */
const fewNames: Plugin = {
  name: 'few-names',
  transform(code, id) {
    if (!/preact\/compat\/dist\/compat\.m/.test(id)) return undefined
    if (!CAMEL_NAMES.test(code)) throw new Error('The pattern of SVG names is no longer where it was')
    return { code: code.replace(CAMEL_NAMES, '/^(?:fill|stroke)[A-Z]/'), map: null }
  },
}

/** A file of a language is named after it. */
const LOCALE = /i18n\/locales\/(?!en\/)(\w+)\//

/** Drawn by Preact, which is what visitors get, or by React, whose every use must work as well. */
export const frame = (renderer: 'preact' | 'react' = 'preact'): UserConfig => ({
  root: join(here, 'src'),
  // The server answers /widget/… with the files of dist/.
  base: '/widget/',
  publicDir: false,
  oxc: jsx,
  resolve: { alias: renderer === 'preact' ? preact : {} },
  plugins: [ownImports, fewNames],
  logLevel: 'warn',
  build: {
    outDir: join(here, renderer === 'preact' ? 'dist' : 'dist-react'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    // Fonts stay files: the frame's policy allows fonts from our origin only.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: join(here, 'src/frame/index.html'),
      // Everything of the first load in one file, renderer included: it is smaller that way. It names all parts: short hashes.
      output: {
        chunkFileNames: ({ moduleIds: [module = ''] }) => `assets/${LOCALE.exec(module)?.[1] ?? '[name]'}-[hash:7].js`,
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [{ name: 'chat', test: /src\/chat\/main\.tsx$/, includeDependenciesRecursively: true }],
        },
      },
    },
    reportCompressedSize: false,
  },
})

/** Plain ASCII: the host page may be in any encoding. */
const script = {
  outDir: join(here, 'dist'),
  // Built after the frame, which empties the folder.
  emptyOutDir: false,
  target: 'es2022',
  reportCompressedSize: false,
  modulePreload: false,
} as const

/** What the loader fetches to show the launcher, and its parts; the server answers them under /widget/loader/. */
export const launcher: UserConfig = {
  root: here,
  // Where the server answers its font.
  base: '/widget/',
  publicDir: false,
  logLevel: 'warn',
  build: {
    ...script,
    lib: { entry: join(here, 'src/loader/mount-launcher.ts'), formats: ['es'] },
    rolldownOptions: {
      // What its parts share with it they take from it, without a file between them.
      preserveEntrySignatures: 'allow-extension',
      output: {
        charset: 'ascii',
        minify: true,
        entryFileNames: 'loader/[name]-[hash:7].js',
        chunkFileNames: 'loader/[name]-[hash:7].js',
        // The font is the frame's file.
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
}

/** `launcherPath` is where the server answers what `launcher` has built. */
export const loader = (launcherPath: string): UserConfig => ({
  root: here,
  publicDir: false,
  logLevel: 'warn',
  define: { LAUNCHER_PATH: JSON.stringify(launcherPath) },
  build: {
    ...script,
    rolldownOptions: { output: { charset: 'ascii' } },
    lib: {
      entry: join(here, 'src/loader/main.ts'),
      formats: ['iife'],
      name: 'parlanceLoader',
      fileName: () => 'widget.js',
    },
  },
})

export default defineConfig(frame())
