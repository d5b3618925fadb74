// `npm test`: checks next to the unit and API tests, then one browser journey per capability. `npm run test:all` adds
// the files named `*.all.test.ts`. What fails runs again alone, on a quiet machine, and fails the run only if it fails
// there. Prints one closing line of counts.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureBuilt } from './build.ts'
import { check, type Counts } from './check.ts'
import { root, run } from './run.ts'

if (process.argv.includes('--all')) process.env['TEST_TIER'] = 'all'

const folder = mkdtempSync(join(tmpdir(), 'parlance-test-'))
const total: Counts = { passed: 0, failed: 0 }
const failures: string[] = []
const durations: { readonly file: string; readonly seconds: number }[] = []
const add = ({ passed, failed }: Counts) => {
  total.passed += passed
  total.failed += failed
}

interface FileReport {
  readonly name: string
  readonly status: string
  readonly message: string
  readonly startTime: number
  readonly endTime: number
  readonly assertionResults: readonly {
    readonly status: string
    readonly fullName: string
    readonly failureMessages: readonly string[] | null
  }[]
}

interface Failure {
  readonly file: string
  /** Absent when the file failed outside of its tests. */
  readonly test?: string
  readonly reason: string
}

interface Outcome {
  readonly passed: number
  readonly failed: readonly Failure[]
}

const MAX_REASON = 700
/** More failures mean a broken product; rerunning them would only take long. */
const MAX_AGAIN = 20
const TRACES = join(root, 'e2e/traces')

function failuresOf({ name, status, message, assertionResults }: FileReport): Failure[] {
  const file = relative(root, name)
  const tests = assertionResults.filter((one) => one.status === 'failed')
  if (tests.length === 0 && status === 'failed') return [{ file, reason: message.slice(0, MAX_REASON) }]
  return tests.map(({ fullName, failureMessages }) => ({
    file,
    test: fullName,
    reason: failureMessages?.[0]?.slice(0, MAX_REASON) ?? '',
  }))
}

/**
 * A run that ends badly without a failed test counts as a failure of each file with an error outside of its tests; without
 * any, or without a report, as one failure.
 */
async function vitest(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const output = join(folder, `${name}.json`)
  const strayErrors = join(folder, `${name}.stray`)
  const reporters = ['dot', join(import.meta.dirname, 'report-retries.ts'), 'json']
  const { code } = await run(
    'vitest',
    ['run', ...reporters.map((reporter) => `--reporter=${reporter}`), `--outputFile.json=${output}`, ...args],
    { env: { ...env, STRAY_ERRORS: strayErrors } },
  )
  const broken = (reason: string): Failure => ({ file: name, reason })
  try {
    const report = JSON.parse(readFileSync(output, 'utf8')) as { numPassedTests: number; testResults: FileReport[] }
    for (const { name: path, startTime, endTime } of report.testResults)
      durations.push({ file: relative(root, path), seconds: (endTime - startTime) / 1000 })
    const failed = report.testResults.flatMap(failuresOf)
    const stray = existsSync(strayErrors) ? [...new Set(readFileSync(strayErrors, 'utf8').trim().split('\n'))] : []
    const outside = 'An error outside of every test.'
    const ofFiles = stray.map((path): Failure => ({ file: relative(root, path), reason: outside }))
    const isBroken = code !== 0 && failed.length === 0
    return {
      passed: report.numPassedTests,
      failed: isBroken ? (ofFiles.length > 0 ? ofFiles : [broken(outside)]) : failed,
    }
  } catch {
    return { passed: 0, failed: [broken('Vitest ended without a report.')] }
  }
}

function count({ passed, failed }: Outcome): void {
  add({ passed, failed: failed.length })
  failures.push(...failed.map(describe))
}

const nameOf = ({ file, test }: Failure) => (test ? `${file} > ${test}` : file)
const describe = (failure: Failure) => `${nameOf(failure)}: ${failure.reason}`

const JOURNEYS = ['--config', 'e2e/vitest.config.ts']

/** Reruns failed files alone, journeys with a trace, after all else; only the failed tests count. */
async function again({ passed, failed }: Outcome, name: 'alone' | 'journeys-alone'): Promise<Outcome> {
  const isJourney = name === 'journeys-alone'
  const files = [...new Set(failed.map(({ file }) => file))].filter((file) => /\.test\.tsx?$/.test(file))
  if (files.length === 0 || failed.length > MAX_AGAIN) return { passed, failed }
  console.log(`\nAgain, alone:\n${failed.map((one) => `  ${describe(one)}`).join('\n')}`)
  const args = ['--maxWorkers=1', ...files]
  const alone = isJourney
    ? await vitest(name, [...JOURNEYS, ...args], { E2E_TRACES: TRACES })
    : await vitest(name, args)
  const reasonNow = (one: Failure) =>
    alone.failed.find(
      (other) =>
        nameOf(other) === nameOf(one) ||
        // A broken run, or a file that failed as a whole, proves nothing about its tests.
        (!other.test && other.file === name) ||
        (other.file === one.file && (!one.test || !other.test)),
    )?.reason
  const failedAgain = failed.flatMap((one) => {
    const reason = reasonNow(one)
    return reason === undefined ? [] : { ...one, reason }
  })
  const onlyAlone = failed.filter((one) => reasonNow(one) === undefined)
  if (onlyAlone.length > 0)
    console.log(`\nPassed only alone:\n${onlyAlone.map((one) => `  ${describe(one)}`).join('\n')}`)
  if (isJourney) console.log(`\nTraces: ${relative(root, TRACES)} (npx playwright-core show-trace <file>)`)
  return { passed: passed + onlyAlone.filter(({ test }) => test).length, failed: failedAgain }
}

const started = performance.now()
const minutes = () => `${((performance.now() - started) / 60_000).toFixed(1)} minutes`
await ensureBuilt({ ifChanged: true })
const [checks, units] = await Promise.all([check(), vitest('units', [])])
add(checks)
console.log(`\nChecks, unit and API tests: ${minutes()}`)
rmSync(TRACES, { recursive: true, force: true })
const journeys = await vitest('journeys', JOURNEYS)
count(await again(units, 'alone'))
count(await again(journeys, 'journeys-alone'))
rmSync(folder, { recursive: true, force: true })
const slowest = durations.toSorted((a, b) => b.seconds - a.seconds).slice(0, 20)
console.log(
  `\nSlowest:\n${slowest.map(({ file, seconds }) => `  ${seconds.toFixed(0).padStart(4)} s  ${file}`).join('\n')}`,
)
console.log(`\n${minutes()}`)
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((line) => `  ${line}`).join('\n')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
