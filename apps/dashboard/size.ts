// Weighs the script that a browser loads before the first page of an agent shows, gzipped; exits 1 when it is over its budget.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const KB = 1024
const LIMIT = 250 * KB
const dist = join(import.meta.dirname, 'dist')
/** What the address of an agent's first tab imports: the app, the frame, the agent's frame, the page. */
const FIRST = [
  'index.html',
  'src/shell/app-shell.tsx',
  'src/shell/agent-area.tsx',
  'src/features/agents/design/design-page.tsx',
]

type Manifest = Record<string, { file: string; imports?: string[] }>
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest

function files(keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`${key} is not in the build`)
    if (seen.has(chunk.file)) continue
    seen.add(chunk.file)
    files(chunk.imports ?? [], seen)
  }
  return seen
}

const weighed = [...files(FIRST)].map((file) => {
  const code = readFileSync(join(dist, file))
  if (code.includes('ZodError')) throw new Error(`${file} holds the schema library`)
  return { file, size: gzipSync(code, { level: 9 }).length }
})
const total = weighed.reduce((sum, { size }) => sum + size, 0)
for (const { file, size } of weighed.toSorted((a, b) => b.size - a.size).slice(0, 8))
  console.log(`${(size / KB).toFixed(1).padStart(7)} KB ${file}`)
console.log(
  `${total > LIMIT ? 'over' : 'ok'}: ${(total / KB).toFixed(1)} of ${LIMIT / KB} KB in ${weighed.length} files`,
)
if (total > LIMIT) process.exitCode = 1
