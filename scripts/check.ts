import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.ts'
import { run } from './run.ts'

// By default several checkers each work out the types that files share, which doubles the work.
const TSC = ['tsc', '--checkers', '1', '-p'] as const
const CHECKS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['types', ...TSC, 'tsconfig.json'],
  ['types of the chat', ...TSC, 'packages/chat-ui'],
  ['types of the dashboard', ...TSC, 'apps/dashboard'],
  ['types of the widget', ...TSC, 'apps/widget'],
  ['types of the journeys', ...TSC, 'e2e'],
  ['lint', 'oxlint', '--quiet', '--type-aware'],
  ['format', 'oxfmt', '--check'],
  ['module imports', 'node', 'scripts/check-module-imports.ts'],
  ['documents', 'node', 'scripts/check-docs.ts'],
  ['comments and test names', 'node', 'scripts/check-prose.ts'],
  ['the SDK', 'node', 'scripts/generate-sdk.ts', '--check'],
  ['dead code', 'knip', '--no-progress'],
  ['sizes', 'node', 'apps/widget/size.ts'],
  ['size of the first page', 'node', 'apps/dashboard/size.ts'],
]

export interface Counts {
  passed: number
  failed: number
}

export async function check(): Promise<Counts> {
  const counts: Counts = { passed: 0, failed: 0 }
  await ensureBuilt({ ifChanged: true })
  for (const [name, command, ...args] of CHECKS) {
    const started = performance.now()
    const { code, output } = await run(command, args, { quiet: true })
    counts[code === 0 ? 'passed' : 'failed']++
    console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - started) / 1000).toFixed(1)} s)`)
    if (code !== 0) console.log(output)
  }
  return counts
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { failed } = await check()
  process.exitCode = failed > 0 ? 1 : 0
}
