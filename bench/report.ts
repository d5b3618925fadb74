// Turns figures into table rows with aims and verdicts.
import type { Figures } from './measure.ts'
import type { TargetName } from './target.ts'

export interface Outcome {
  name: TargetName
  figures: Figures
  /** Why its measurement stopped early. */
  failure?: string
}

type Aim = { least: number } | { most: number } | null

/** One row of the table; null where a target has no value. The verdict is the product's. */
export interface Row {
  label: string
  unit: string
  aim: Aim
  values: Partial<Record<TargetName, number | null>>
  verdict: 'met' | 'missed' | null
}

type Definition = readonly [label: string, unit: string, aim: Aim, of: (f: Figures) => number | undefined]

const MB = 1024 * 1024
const divided = (value: number | undefined, by: number) => (value === undefined ? undefined : value / by)

/** A target's overhead: its statistic minus the upstream's median. */
const added = ({ single, directSingle }: Figures, which: 'median' | 'p95') =>
  single && directSingle && single[which] - directSingle.median

const DEFINITIONS: readonly Definition[] = [
  ['First token added, 1 stream, median', 'ms', { most: 3 }, (f) => added(f, 'median')],
  ['First token added, 1 stream, p95', 'ms', { most: 10 }, (f) => added(f, 'p95')],
  ['Server CPU per turn, 50 streams, 20 ms a token', 'ms', { most: 5 }, (f) => f.paced?.cpuMs],
  ['Server CPU per turn, 50 streams, undelayed', 'ms', { most: 5 }, (f) => f.burst50?.cpuMs],
  ['Server CPU per turn, 1 stream, undelayed', 'ms', { most: 5 }, (f) => f.singleCpuMs],
  ['Database CPU per turn, 50 streams, undelayed', 'ms', null, (f) => f.burst50?.databaseCpuMs],
  ['Turns a second, 50 streams', '/s', { least: 200 }, (f) => f.burst50?.turnsPerSecond],
  ['Turns a second, 200 streams', '/s', { least: 200 }, (f) => f.burst200?.turnsPerSecond],
  ['First token, 50 streams, 20 ms a token', 'ms', { most: 40 }, (f) => f.paced?.firstToken.median],
  ['First token, 50 streams, 20 ms a token, p95', 'ms', null, (f) => f.paced?.firstToken.p95],
  ['Memory of 1,000 idle chats', 'MB', { most: 25 }, (f) => divided(f.connectionBytes, MB / 1000)],
  ['First start until ready', 's', null, (f) => divided(f.firstStartMs, 1000)],
  ['Second start until ready', 's', { most: 3 }, (f) => divided(f.secondStartMs, 1000)],
  ['Idle memory, resident', 'MB', { most: 180 }, (f) => divided(f.idleResidentBytes, MB)],
  ['Idle memory, proportional', 'MB', null, (f) => divided(f.idleProportionalBytes, MB)],
  ['Idle memory of the database', 'MB', null, (f) => divided(f.databaseProportionalBytes, MB)],
  ['Text deltas of a 50-token turn, 20 ms a token', '', null, (f) => f.paced?.deltasPerTurn],
  ['Model calls per turn', '', null, (f) => f.modelCallsPerTurn],
  ['Failed turns and connections', '', { most: 0 }, (f) => (f.turns === 0 ? undefined : f.errors)],
  ['Clean npm ci, empty cache', 's', { most: 90 }, (f) => f.installSeconds],
  ['Size of node_modules', 'MB', { most: 800 }, (f) => divided(f.installBytes, MB)],
]

export const rowsOf = (outcomes: readonly Outcome[]): Row[] =>
  DEFINITIONS.map(([label, unit, aim, of]) => {
    const found = outcomes.map(({ name, figures }) => {
      const value = of(figures)
      return [name, value === undefined || Number.isNaN(value) ? null : value] as const
    })
    const values: Row['values'] = Object.fromEntries(found)
    const { product } = values
    const isMet = product != null && aim && ('most' in aim ? product <= aim.most : product >= aim.least)
    return { label, unit, aim, values, verdict: product == null || !aim ? null : isMet ? 'met' : 'missed' }
  })

function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
}

/** Without the rows that nothing was measured for. */
export function print(rows: readonly Row[], outcomes: readonly Outcome[]): void {
  const cells = ({ unit, aim, values, verdict }: Row) => ({
    unit,
    ...Object.fromEntries(outcomes.map(({ name }) => [name, number(values[name])])),
    aim: aim === null ? '' : 'most' in aim ? `≤ ${aim.most}` : `≥ ${aim.least}`,
    verdict: verdict ?? '',
  })
  const measured = rows.filter(({ values }) => Object.values(values).some((value) => value !== null))
  console.table(Object.fromEntries(measured.map((one) => [one.label, cells(one)])))
  for (const { name, failure, figures } of outcomes) {
    if (failure) console.log(`${name} was not measured to the end: ${failure}`)
    if (figures.verified === false) console.log(`${name}: npm run verify found broken invariants`)
  }
}
