// `npm run rewrap`: re-encrypts everything sealed under the current master key, in all databases, also while the server
// runs.
import { parseArgs } from 'node:util'
import { loadSettings } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import type { Region } from '@parlance/contract/lib/regions'
import { type Rewrapped, rewrapColumn } from '../lib/encrypted-columns.ts'
import { everySealed, sealedCounts, type SealedSettings } from './sealed.ts'

export interface RewrapReport extends Rewrapped {
  readonly database: 'identity' | Region
  readonly current: number
}

/** Can be interrupted and repeated: finished values are skipped. */
export async function rewrap(settings: SealedSettings): Promise<RewrapReport[]> {
  const done = await everySealed(settings, 'parlance rewrap', rewrapAt)
  const counts = await sealedCounts(settings)
  return done.map((one) => ({
    ...one,
    current: counts.find(({ database, name }) => database === one.database && name === one.name)?.current ?? 0,
  }))
}

const rewrapAt: Parameters<typeof everySealed<Rewrapped>>[2] = ({ pool, column, vault, region }) =>
  rewrapColumn(pool, column, { vault, region })

function print(report: readonly RewrapReport[]): void {
  const width = Math.max(...report.map(({ name }) => name.length))
  for (const { database, name, rewrapped, current, failed, failures } of report) {
    const failing = failures === 0 ? '' : `, ${failures} FAILED`
    console.log(`${database.padEnd(8)}  ${name.padEnd(width)}  ${rewrapped} rewrapped, ${current} in all${failing}`)
    for (const { row, reason } of failed) console.log(`          ${row}: ${reason}`)
    if (failures > failed.length) console.log(`          and ${failures - failed.length} more`)
  }
  const sum = report.reduce((all, { rewrapped }) => all + rewrapped, 0)
  const failures = report.reduce((all, one) => all + one.failures, 0)
  console.log(
    failures === 0
      ? `\n${sum} values rewrapped. Nothing needs a master key of before any more.`
      : `\n${sum} values rewrapped. ${failures} open with no configured key and stay as they are.`,
  )
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  try {
    const report = await rewrap(loadSettings(readEnv()))
    const ok = report.every(({ failures }) => failures === 0)
    if (values.json) console.log(JSON.stringify({ ok, values: report }))
    else print(report)
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (values.json) console.log(JSON.stringify({ ok: false, error: message }))
    else console.error(`Cannot rewrap: ${message}`)
    process.exitCode = 1
  }
}
