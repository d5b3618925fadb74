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

/** One row of the table; null where a target has no value. The verdict is the product's. */
export interface Row {
  id: string
  label: string
  unit: string
  aim: { least: number } | { most: number } | null
  values: Partial<Record<TargetName, number | null>>
  verdict: 'met' | 'missed' | null
}

type Definition = Omit<Row, 'values' | 'verdict'> & { of: (figures: Figures) => number | undefined }

const MB = 1024 * 1024
const divided = (value: number | undefined, by: number) => (value === undefined ? undefined : value / by)

/** A target's overhead: its statistic minus the upstream's median. */
function added(figures: Figures, which: 'median' | 'p95'): number | undefined {
  const { single, directSingle } = figures
  return single && directSingle && single[which] - directSingle.median
}

const DEFINITIONS: Definition[] = [
  {
    id: 'added-median',
    label: 'First token added, 1 stream, median',
    unit: 'ms',
    aim: { most: 3 },
    of: (f) => added(f, 'median'),
  },
  {
    id: 'added-p95',
    label: 'First token added, 1 stream, p95',
    unit: 'ms',
    aim: { most: 10 },
    of: (f) => added(f, 'p95'),
  },
  {
    id: 'cpu-paced',
    label: 'Server CPU per turn, 50 streams, 20 ms a token',
    unit: 'ms',
    aim: { most: 5 },
    of: (f) => f.paced?.cpuMs,
  },
  {
    id: 'cpu-burst',
    label: 'Server CPU per turn, 50 streams, undelayed',
    unit: 'ms',
    aim: { most: 5 },
    of: (f) => f.burst50?.cpuMs,
  },
  {
    id: 'cpu-single',
    label: 'Server CPU per turn, 1 stream, undelayed',
    unit: 'ms',
    aim: { most: 5 },
    of: (f) => f.singleCpuMs,
  },
  {
    id: 'db-cpu',
    label: 'Database CPU per turn, 50 streams, undelayed',
    unit: 'ms',
    aim: null,
    of: (f) => f.burst50?.databaseCpuMs,
  },
  {
    id: 'turns-50',
    label: 'Turns a second, 50 streams',
    unit: '/s',
    aim: { least: 200 },
    of: (f) => f.burst50?.turnsPerSecond,
  },
  {
    id: 'turns-200',
    label: 'Turns a second, 200 streams',
    unit: '/s',
    aim: { least: 200 },
    of: (f) => f.burst200?.turnsPerSecond,
  },
  {
    id: 'paced-first',
    label: 'First token, 50 streams, 20 ms a token, median',
    unit: 'ms',
    aim: { most: 40 },
    of: (f) => f.paced?.firstToken.median,
  },
  {
    id: 'paced-first-p95',
    label: 'First token, 50 streams, 20 ms a token, p95',
    unit: 'ms',
    aim: null,
    of: (f) => f.paced?.firstToken.p95,
  },
  {
    id: 'connections',
    label: 'Memory of 1,000 idle chat connections',
    unit: 'MB',
    aim: { most: 25 },
    of: (f) => divided(f.connectionBytes, MB / 1000),
  },
  { id: 'start-1', label: 'First start until ready', unit: 's', aim: null, of: (f) => divided(f.firstStartMs, 1000) },
  {
    id: 'start-2',
    label: 'Second start until ready',
    unit: 's',
    aim: { most: 3 },
    of: (f) => divided(f.secondStartMs, 1000),
  },
  {
    id: 'idle',
    label: 'Idle memory, resident',
    unit: 'MB',
    aim: { most: 180 },
    of: (f) => divided(f.idleResidentBytes, MB),
  },
  {
    id: 'idle-pss',
    label: 'Idle memory, proportional',
    unit: 'MB',
    aim: null,
    of: (f) => divided(f.idleProportionalBytes, MB),
  },
  {
    id: 'idle-db',
    label: 'Idle memory of the database, proportional',
    unit: 'MB',
    aim: null,
    of: (f) => divided(f.databaseProportionalBytes, MB),
  },
  {
    id: 'deltas',
    label: 'Text deltas of a 50-token turn, 20 ms a token',
    unit: '',
    aim: null,
    of: (f) => f.paced?.deltasPerTurn,
  },
  { id: 'model-calls', label: 'Model calls per turn', unit: '', aim: null, of: (f) => f.modelCallsPerTurn },
  {
    id: 'errors',
    label: 'Failed turns and connections',
    unit: '',
    aim: { most: 0 },
    of: (f) => (f.turns === 0 ? undefined : f.errors),
  },
]

function verdict(aim: Row['aim'], value: number | null | undefined): Row['verdict'] {
  if (aim === null || value === null || value === undefined) return null
  return ('most' in aim ? value <= aim.most : value >= aim.least) ? 'met' : 'missed'
}

function row(definition: Definition, outcomes: Outcome[]): Row {
  const { of, ...rest } = definition
  const values: Row['values'] = {}
  for (const { name, figures } of outcomes) {
    const value = of(figures)
    values[name] = value === undefined || Number.isNaN(value) ? null : value
  }
  return { ...rest, values, verdict: verdict(rest.aim, values.product) }
}

function installRows(install: Install): Row[] {
  const rows: Omit<Row, 'verdict'>[] = [
    {
      id: 'install-time',
      label: 'Clean npm ci, empty cache',
      unit: 's',
      aim: { most: 90 },
      values: { product: install.seconds },
    },
    {
      id: 'install-size',
      label: 'Size of node_modules',
      unit: 'MB',
      aim: { most: 800 },
      values: { product: install.bytes / MB },
    },
  ]
  return rows.map((one) => ({ ...one, verdict: verdict(one.aim, one.values.product) }))
}

export function rowsOf(outcomes: Outcome[], install: Install | undefined): Row[] {
  const rows = DEFINITIONS.map((definition) => row(definition, outcomes))
  return install ? [...rows, ...installRows(install)] : rows
}

function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  if (Number.isInteger(value)) return String(value)
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0)
}

function aimText(aim: Row['aim']): string {
  if (aim === null) return ''
  return 'most' in aim ? `≤ ${aim.most}` : `≥ ${aim.least}`
}

/** The table as text, one line per row. */
export function table(rows: Row[], outcomes: Outcome[]): string {
  const columns = outcomes.map(({ name, label }) => ({ name, label }))
  if (rows.some((one) => 'product' in one.values) && !columns.some(({ name }) => name === 'product')) {
    columns.push({ name: 'product', label: 'product' })
  }
  const lines = [
    ['', 'unit', ...columns.map(({ label }) => label), 'aim', 'verdict'],
    ...rows.map((one) => {
      const values = columns.map(({ name }) => number(one.values[name]))
      return [one.label, one.unit, ...values, aimText(one.aim), one.verdict ?? '']
    }),
  ]
  const widths = (lines[0] ?? []).map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const left = (index: number) => index < 2 || index === (lines[0]?.length ?? 0) - 1
  const text = lines.map((line) =>
    line
      .map((cell, index) => (left(index) ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  '),
  )
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2))
  return [text[0], rule, ...text.slice(1)].map((line) => line?.trimEnd()).join('\n')
}
