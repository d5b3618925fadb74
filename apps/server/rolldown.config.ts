import { defineConfig } from 'rolldown'

/** What Node starts: the server, its worker threads and its child processes (`entryPath` in src/lib/paths.ts). */
const ENTRIES = [
  'main',
  'adapters/flite/worker',
  'adapters/imap/parse.worker',
  'adapters/ingest/child',
  'adapters/universal-sentence-encoder/worker',
  'modules/knowledge/ingestion/chunk-content.worker',
  'modules/tools/import-openapi.child',
]

export default defineConfig({
  cwd: import.meta.dirname,
  input: Object.fromEntries(ENTRIES.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  transform: { target: 'node24' },
  // Packages of this repository are bundled, as are the compiler's helpers; all others stay in node_modules.
  external: /^(?!@parlance\/|@oxc-project\/runtime)[@a-z]/,
  output: {
    dir: 'dist',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
})
