// Weighs what a visitor downloads, gzipped, against its budget; exits 1 when something is over. Run after build.ts.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024
const dist = join(import.meta.dirname, 'dist')
const source = join(import.meta.dirname, 'src')
const LOADER_LIMIT = 4 * KB
/** Everything of the frame that one visitor loads, in the largest language; forms come with the first one. */
const FRAME_LIMIT = 33 * KB
const FORM_LIMIT = 35 * KB
const LANGUAGE_LIMIT = 2 * KB

const weigh = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
const found = (pattern: string) => globSync(pattern, { cwd: dist })

// Each language is a file of its own; a visitor loads one of them at most.
const codes = globSync('languages/*.ts', { cwd: source }).map((file) => basename(file, '.ts'))
const languages = codes.map((code) => ({ code, files: found(`assets/${code}-*.js`) }))
const inChunks = new Set(languages.flatMap(({ files }) => files))
const form = found('assets/form-*.js')
const frame = found('assets/*.{js,css}').filter((file) => !inChunks.has(file) && !form.includes(file))
const largest = Math.max(0, ...languages.map(({ files }) => weigh(files)))

const parts = [
  { name: 'loader', limit: LOADER_LIMIT, size: weigh(found('widget.js')) },
  { name: 'chat frame (JS + CSS), in English', limit: FRAME_LIMIT, size: weigh(frame) },
  { name: 'chat frame, in the largest language', limit: FRAME_LIMIT, size: weigh(frame) + largest },
  { name: 'the same with a form', limit: FORM_LIMIT, size: form.length && weigh([...frame, ...form]) + largest },
  ...languages.map(({ code, files }) => ({ name: `language ${code}`, limit: LANGUAGE_LIMIT, size: weigh(files) })),
]

const kb = (bytes: number) => `${(bytes / KB).toFixed(2)} KB`
const rows = parts.map(({ name, limit, size }) => {
  const verdict = size === 0 ? 'not built' : size > limit ? 'over' : 'ok'
  return { part: name, gzip: kb(size), limit: kb(limit), verdict }
})
console.table(rows)
if (rows.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1
