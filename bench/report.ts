// Turns figures into table rows with aims and verdicts.
import type { Install } from './install.ts'
import type { Figures } from './measure.ts'
import type { TargetName } from './target.ts'

export interface Outcome {
  name: TargetName
  label: string
  figures: Figures
  /** Why its measurement stopped early. */
  failure?: string
}

type Aim = { least: number } | { most: number } | null

/** One row of the table; null where a target has no value. The verdict is the product's. */
export interface Row {
  id: string
  label: string
  unit: string
  aim: Aim
  values: Partial<Record<TargetName, number | null>>
  verdict: 'met' | 'missed' | null
}

type Definition = readonly [id: string, label: string, unit: string, aim: Aim, of: (f: Figures) => number | undefined]

const MB = 1024 * 1024
const divided = (value: number | undefined, by: number) => (value === undefined ? undefined : value / by)

/** A target's overhead: its statistic minus the upstream's median. */
const added = ({ single, directSingle }: Figures, which: 'median' | 'p95') =>
  single && directSingle && single[which] - directSingle.median

const DEFINITIONS: readonly Definition[] = [
  ['added-median', 'First token added, 1 stream, median', 'ms', { most: 3 }, (f) => added(f, 'median')],
  ['added-p95', 'First token added, 1 stream, p95', 'ms', { most: 10 }, (f) => added(f, 'p95')],
  ['cpu-paced', 'Server CPU per turn, 50 streams, 20 ms a token', 'ms', { most: 5 }, (f) => f.paced?.cpuMs],
  ['cpu-burst', 'Server CPU per turn, 50 streams, undelayed', 'ms', { most: 5 }, (f) => f.burst50?.cpuMs],
  ['cpu-single', 'Server CPU per turn, 1 stream, undelayed', 'ms', { most: 5 }, (f) => f.singleCpuMs],
  ['db-cpu', 'Database CPU per turn, 50 streams, undelayed', 'ms', null, (f) => f.burst50?.databaseCpuMs],
  ['turns-50', 'Turns a second, 50 streams', '/s', { least: 200 }, (f) => f.burst50?.turnsPerSecond],
  ['turns-200', 'Turns a second, 200 streams', '/s', { least: 200 }, (f) => f.burst200?.turnsPerSecond],
  ['paced-first', 'First token, 50 streams, 20 ms a token', 'ms', { most: 40 }, (f) => f.paced?.firstToken.median],
  ['paced-first-p95', 'First token, 50 streams, 20 ms a token, p95', 'ms', null, (f) => f.paced?.firstToken.p95],
  ['connections', 'Memory of 1,000 idle chats', 'MB', { most: 25 }, (f) => divided(f.connectionBytes, MB / 1000)],
  ['start-1', 'First start until ready', 's', null, (f) => divided(f.firstStartMs, 1000)],
  ['start-2', 'Second start until ready', 's', { most: 3 }, (f) => divided(f.secondStartMs, 1000)],
  ['idle', 'Idle memory, resident', 'MB', { most: 180 }, (f) => divided(f.idleResidentBytes, MB)],
  ['idle-pss', 'Idle memory, proportional', 'MB', null, (f) => divided(f.idleProportionalBytes, MB)],
  ['idle-db', 'Idle memory of the database', 'MB', null, (f) => divided(f.databaseProportionalBytes, MB)],
  ['deltas', 'Text deltas of a 50-token turn, 20 ms a token', '', null, (f) => f.paced?.deltasPerTurn],
  ['model-calls', 'Model calls per turn', '', null, (f) => f.modelCallsPerTurn],
  ['errors', 'Failed turns and connections', '', { most: 0 }, (f) => (f.turns === 0 ? undefined : f.errors)],
]

function row([id, label, unit, aim]: readonly [string, string, string, Aim, ...unknown[]], values: Row['values']): Row {
  const { product } = values
  if (aim === null || typeof product !== 'number') return { id, label, unit, aim, values, verdict: null }
  const isMet = 'most' in aim ? product <= aim.most : product >= aim.least
  return { id, label, unit, aim, values, verdict: isMet ? 'met' : 'missed' }
}

export function rowsOf(outcomes: Outcome[], install: Install | undefined): Row[] {
  const rows = DEFINITIONS.map((definition) => {
    const values = outcomes.map(({ name, figures }) => {
      const value = definition[4](figures)
      return [name, value === undefined || Number.isNaN(value) ? null : value] as const
    })
    return row(definition, Object.fromEntries(values))
  })
  if (!install) return rows
  const time = row(['install-time', 'Clean npm ci, empty cache', 's', { most: 90 }], { product: install.seconds })
  const size = row(['install-size', 'Size of node_modules', 'MB', { most: 800 }], { product: install.bytes / MB })
  return [...rows, time, size]
}

function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
}

export function print(rows: Row[], outcomes: Outcome[]): void {
  const cells = ({ unit, aim, values, verdict }: Row) => ({
    unit,
    ...Object.fromEntries(outcomes.map(({ name, label }) => [label, number(values[name])])),
    ...(values.product === undefined ? {} : { product: number(values.product) }),
    aim: aim === null ? '' : 'most' in aim ? `≤ ${aim.most}` : `≥ ${aim.least}`,
    verdict: verdict ?? '',
  })
  console.table(Object.fromEntries(rows.map((one) => [one.label, cells(one)])))
  for (const { label, failure, figures } of outcomes) {
    if (failure) console.log(`${label} was not measured to the end: ${failure}`)
    if (figures.verified === false) console.log(`${label}: npm run verify found broken invariants`)
  }
}
