// `npm test`: checks, then every test beside the code, then the journeys in a real browser. Prints one closing line of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { check, type Counts } from './check.ts'
import { run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'))
const total: Counts = { passed: 0, failed: 0 }
const add = ({ passed, failed }: Counts) => {
  total.passed += passed
  total.failed += failed
}

/** Vitest's own closing numbers; a run that crashed before writing them counts as one failure. */
async function vitest(name: string, ...args: string[]): Promise<Counts> {
  const file = join(folder, `${name}.json`)
  const { code } = await run('vitest', [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ])
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numFailedTestSuites: number
      numTotalTests: number
    }
    const broken = code !== 0 && report.numFailedTests === 0 ? Math.max(1, report.numFailedTestSuites) : 0
    return { passed: report.numPassedTests, failed: report.numFailedTests + broken }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const started = performance.now()
add(await check())
add(await vitest('beside'))
add(
  await vitest(
    'browser',
    '--config',
    'e2e/vitest.config.ts',
    `--reporter=${join(import.meta.dirname, '../e2e/second-tries.ts')}`,
  ),
)
rmSync(folder, { recursive: true, force: true })
console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
