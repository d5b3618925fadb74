// `npm run verify`: checks what must always be true of the stored data, in every region, also while the server runs.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Region } from '@parlance/contract/lib/regions'
import { loadSettings } from '../config/config.ts'
import { readEnv } from '../config/env.ts'
import { runChecks, type Check, type Violation } from '../modules/billing/invariants.ts'
import type { Settings } from '../lib/settings.ts'
import { openInstallation } from './installation.ts'
import { sealedCounts } from './sealed.ts'

export interface Verdict {
  readonly region: Region
  readonly check: string
  readonly rows: Violation['rows']
}

const MODULES = join(import.meta.dirname, '../modules')

/** The checks of every module: `checks` of each file named `invariants.ts`. */
export async function collectChecks(): Promise<Check[]> {
  const found: Check[] = []
  for (const file of globSync('*/invariants.ts', { cwd: MODULES }).sort()) {
    const module: unknown = await import(pathToFileURL(join(MODULES, file)).href)
    const list = typeof module === 'object' && module !== null && 'checks' in module ? module.checks : undefined
    if (!Array.isArray(list) || !list.every(isCheck)) throw new Error(`${file} exports no list of checks.`)
    found.push(...list)
  }
  return found
}

const isCheck = (value: unknown): value is Check =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'sql' in value &&
  typeof value.sql === 'string'

export async function verify(settings: Pick<Settings, 'dataDir' | 'regions' | 'databases'>): Promise<Verdict[]> {
  const checks = await collectChecks()
  const installation = await openInstallation(settings, 'parlance verify')
  try {
    const verdicts: Verdict[] = []
    for (const { region, pool } of installation.regions) {
      const violations = new Map((await runChecks(pool, checks)).map((one) => [one.check, one.rows]))
      for (const { name } of checks) verdicts.push({ region, check: name, rows: violations.get(name) ?? [] })
    }
    return verdicts
  } finally {
    await installation.close()
  }
}

type Sealed = Awaited<ReturnType<typeof sealedCounts>>

/** Values sealed under a key that is not configured cannot be read. */
const unknownKeys = (sealed: Sealed): Sealed => sealed.filter(({ unknown }) => unknown > 0)

function printSealed(sealed: Sealed): void {
  const waiting = sealed.filter(({ previous }) => previous > 0)
  for (const { database, name, previous } of waiting)
    console.log(`${database}  ${name}: ${previous} open with a master key of before alone`)
  if (waiting.length > 0) console.log('Run «npm run rewrap» before you take MASTER_KEY_PREVIOUS away.')
  for (const { database, name, unknown } of unknownKeys(sealed))
    console.log(`${database}  ${name}: ${unknown} LOST, sealed under a master key that is not configured`)
  if (waiting.length === 0 && unknownKeys(sealed).length === 0)
    console.log('Everything sealed is under the present master key.')
}

function print(verdicts: readonly Verdict[]): void {
  const width = Math.max(...verdicts.map((one) => one.check.length))
  for (const { region, check, rows } of verdicts) {
    console.log(`${region}  ${check.padEnd(width)}  ${rows.length === 0 ? 'holds' : 'VIOLATED'}`)
    for (const row of rows) console.log(`      ${JSON.stringify(row)}`)
  }
  const broken = verdicts.filter((one) => one.rows.length > 0).length
  console.log(
    broken === 0 ? `\nAll ${verdicts.length} checks hold.` : `\n${broken} of ${verdicts.length} checks are violated.`,
  )
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
  try {
    const settings = loadSettings(readEnv())
    const verdicts = await verify(settings)
    const sealed = await sealedCounts(settings)
    const ok = verdicts.every((one) => one.rows.length === 0) && unknownKeys(sealed).length === 0
    if (values.json)
      console.log(
        JSON.stringify({ ok, checks: verdicts.map((one) => ({ ...one, ok: one.rows.length === 0 })), sealed }),
      )
    else {
      print(verdicts)
      printSealed(sealed)
    }
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (values.json) console.log(JSON.stringify({ ok: false, error: message }))
    else console.error(`Cannot verify: ${message}`)
    process.exitCode = 1
  }
}
