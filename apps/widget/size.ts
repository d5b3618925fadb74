// Weighs what a visitor downloads, gzipped, against its budget; exits 1 when something is over. Run after build.ts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024
const dist = join(import.meta.dirname, 'dist')
const budgets = [
  { name: 'loader', limit: 4 * KB, files: 'widget.js' },
  { name: 'chat frame (JS + CSS)', limit: 35 * KB, files: 'assets/*.{js,css}' },
]

const kb = (bytes: number) => `${(bytes / KB).toFixed(2)} KB`
const rows = budgets.map(({ name, limit, files }) => {
  const found = globSync(files, { cwd: dist })
  const size = found.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
  const verdict = found.length === 0 ? 'not built' : size > limit ? 'over' : 'ok'
  return { part: name, gzip: kb(size), limit: kb(limit), verdict }
})
console.table(rows)
if (rows.some(({ verdict }) => verdict !== 'ok')) process.exitCode = 1
