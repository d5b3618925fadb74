// `npm run bench:kb`: answers, quality and speed of search, and ingestion, one after the other; `--only quality,speed` runs
// some. Each prints a table and writes bench/results/kb-<part>.json.
import { parseArgs } from 'node:util'
import { run } from '../../scripts/run.ts'

const { only } = parseArgs({ options: { only: { type: 'string', default: 'answers,quality,speed,ingest' } } }).values
for (const part of only.split(',')) {
  console.error(`\n${part}`)
  const { code } = await run('node', [`bench/kb/${part}.ts`])
  if (code !== 0) process.exitCode = 1
}
