// `npm run bench:kb`: quality and speed of search, and ingestion, one after the other. node bench/kb/kb.ts
// [--only quality,speed] [--json]: prints tables and writes bench/results/kb.json.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { save } from '../output.ts'

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, json: { type: 'boolean', default: false } },
})

const PARTS = ['answers', 'quality', 'speed', 'ingest'] as const
const RESULTS = new URL('../results/kb.json', import.meta.url)
const wanted = options.only?.split(',') ?? PARTS

const results = (existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}) as Record<string, unknown>
for (const part of PARTS.filter((one) => wanted.includes(one))) {
  const script = fileURLToPath(new URL(`${part}.ts`, import.meta.url))
  if (!options.json) console.error(`\n${part}`)
  const { status, stdout } = spawnSync(process.execPath, [script, '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) {
    process.exitCode = 1
    continue
  }
  // Parts may log before their one line of JSON.
  const measured = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as object[]
  results[part] = { at: new Date().toISOString(), measured }
  if (!options.json) console.table(measured)
}
results['machine'] = { cpus: cpus().length, model: cpus()[0]?.model, memoryBytes: totalmem(), node: process.version }
save('kb', results)
if (options.json) console.log(JSON.stringify(results))
