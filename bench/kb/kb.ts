// `npm run bench:kb`: quality and speed of search, ingestion and crawling, one after the other. node bench/kb/kb.ts
// [--only quality,speed] [--json]: prints tables and writes bench/results/kb.json.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
})

const PARTS = ['answers', 'quality', 'speed', 'ingest', 'crawl'] as const
/** Prints only a table, no JSON. */
const TABLE_ONLY = ['crawl']
const RESULTS = new URL('../results/kb.json', import.meta.url)
const wanted = options.only?.split(',') ?? PARTS

/** Keeps earlier results of parts that were skipped or failed. */
const results: Record<string, unknown> = existsSync(RESULTS) ? asRecord(JSON.parse(readFileSync(RESULTS, 'utf8'))) : {}
let failed = false
for (const part of PARTS.filter((one) => wanted.includes(one))) {
  const script = fileURLToPath(new URL(`${part}.ts`, import.meta.url))
  if (!options.json) console.error(`\n${part}`)
  const table = TABLE_ONLY.includes(part)
  const { status, stdout } = spawnSync(process.execPath, [script, ...(table ? [] : ['--json'])], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const read = table ? { table: stdout.trim().split('\n') } : lastJson(stdout)
  const measured = status === 0 ? read : undefined
  failed ||= measured === undefined
  if (measured === undefined) continue
  results[part] = { at: new Date().toISOString(), measured }
  if (!options.json && table) console.log(stdout.trim())
  else if (!options.json) print(measured)
}
results['machine'] = { cpus: cpus().length, model: cpus()[0]?.model, memoryBytes: totalmem(), node: process.version }
mkdirSync(new URL('.', RESULTS), { recursive: true })
writeFileSync(RESULTS, `${JSON.stringify(results, null, 1)}\n`)
if (options.json) console.log(JSON.stringify(results))
process.exitCode = failed ? 1 : 0

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The last JSON line of the output; parts may log before it. */
function lastJson(output: string): unknown {
  for (const line of output.trim().split('\n').toReversed())
    try {
      return JSON.parse(line)
    } catch {
      // Tries the line before.
    }
  return undefined
}

/** Prints one line per row with values in columns, nested ones after their names. */
function print(measured: unknown): void {
  const rows = (Array.isArray(measured) ? measured : [measured]).map((row) => flat(asRecord(row)))
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  const table = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))]
  const widths = columns.map((_, at) => Math.max(...table.map((row) => (row[at] ?? '').length)))
  for (const row of table) console.log(row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
}

function flat(row: Readonly<Record<string, unknown>>, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(row).flatMap(([name, value]): [string, string][] => {
      if (typeof value === 'object' && value !== null) return [...flat(asRecord(value), `${prefix}${name} `)]
      const shown = typeof value === 'number' && !Number.isInteger(value) ? value.toFixed(3) : String(value)
      return [[`${prefix}${name}`, shown]]
    }),
  )
}
