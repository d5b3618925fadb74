// `npm test`: checks, then every test beside the code, then the journeys in a real browser. Prints one closing line of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { check, type Counts } from './check.ts'
import { root, run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'))
const total: Counts = { passed: 0, failed: 0 }
/** Repeated at the end: the log of a run is long. */
const failures: string[] = []
const durations: { readonly file: string; readonly seconds: number }[] = []
const add = ({ passed, failed }: Counts) => {
  total.passed += passed
  total.failed += failed
}

interface TestResult {
  readonly status: string
  readonly fullName: string
  readonly failureMessages: readonly string[] | null
}

/** Characters of a failure's reason that are repeated. */
const MAX_REASON = 700

/** Vitest's own closing numbers; a run that crashed before writing them counts as one failure. */
async function vitest(name: string, ...args: string[]): Promise<Counts> {
  const file = join(folder, `${name}.json`)
  const { code } = await run('vitest', [
    'run',
    '--reporter=dot',
    `--reporter=${join(import.meta.dirname, 'report-retries.ts')}`,
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...args,
  ])
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as {
      numPassedTests: number
      numFailedTests: number
      numFailedTestSuites: number
      testResults: {
        name: string
        message: string
        startTime: number
        endTime: number
        assertionResults: TestResult[]
      }[]
    }
    for (const { name: path, message, startTime, endTime, assertionResults } of report.testResults) {
      const at = relative(root, path)
      durations.push({ file: at, seconds: (endTime - startTime) / 1000 })
      if (message) failures.push(`${at}: ${message.slice(0, MAX_REASON)}`)
      for (const { status, fullName, failureMessages } of assertionResults)
        if (status === 'failed') failures.push(`${at} > ${fullName}: ${failureMessages?.[0]?.slice(0, MAX_REASON)}`)
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
add(await vitest('browser', '--config', 'e2e/vitest.config.ts'))
rmSync(folder, { recursive: true, force: true })
const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
console.log(
  `\nSlowest:\n${slowest.map(({ file, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${file}`).join('\n')}`,
)
console.log(`\n${((performance.now() - started) / 60_000).toFixed(1)} minutes`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
