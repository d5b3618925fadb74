// Names the tests that failed once and passed when they were run again: each is a flaw of the test or the product.
import type { Reporter, TestCase } from 'vitest/node'

export default class ReportRetries implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (!test.diagnostic()?.flaky) return
    const [first] = test.result().errors ?? []
    this.names.push(`${test.module.relativeModuleId} > ${test.fullName}: ${first?.message.slice(0, 500) ?? ''}`)
  }

  onTestRunEnd(): void {
    if (this.names.length === 0) return
    console.log(`\nPassed only at the second try:\n${this.names.map((name) => `  ${name}`).join('\n')}`)
  }
}
