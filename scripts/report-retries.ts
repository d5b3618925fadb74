// Lists tests that failed once and passed on a rerun: each is a flaw of the test or the product. Writes files with
// errors outside of their tests to `STRAY_ERRORS`, one path per line.
import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export default class ReportRetries implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    this.names.push(`${test.module.relativeModuleId} > ${test.fullName}: ${first?.message.slice(0, 500) ?? ''}`)
  }

  onTestRunEnd(_: readonly TestModule[], strayErrors: readonly SerializedError[]): void {
    const report = process.env['STRAY_ERRORS']
    for (const error of strayErrors) {
      const file: unknown = error['VITEST_TEST_PATH']
      if (report && typeof file === 'string') appendFileSync(report, `${file}\n`)
    }
    if (this.names.length === 0) return
    console.log(`\nPassed only at the second try:\n${this.names.map((name) => `  ${name}`).join('\n')}`)
  }
}
