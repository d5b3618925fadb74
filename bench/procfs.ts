// Reads CPU time and memory of processes from /proc; unknown on other systems.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time in hundredths of a second, whatever the kernel's clock. */
const MS_PER_TICK = 10

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** `ticks`: own CPU time; `reaped`: that of exited children. */
function stat(pid: number) {
  const line = read(`/proc/${pid}/stat`)
  if (line === undefined) return undefined
  const close = line.lastIndexOf(')')
  const fields = line.slice(close + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  const name = line.slice(line.indexOf('(') + 1, close)
  return { pid, ppid: at(1), name, ticks: at(11) + at(12), reaped: at(13) + at(14) }
}

function everyProcess() {
  try {
    return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (stat(Number(entry)) ?? []) : []))
  } catch {
    return []
  }
}

export interface Groups {
  server: number[]
  database: number[]
}

/** Everything under `roots`, and PostgreSQL processes with `dataDir` in their command line (which may be detached). */
export function groupsOf(roots: readonly number[], dataDir?: string): Groups {
  const all = everyProcess()
  const isDatabase = ({ pid, name }: { pid: number; name: string }) =>
    name === 'postgres' && dataDir !== undefined && read(`/proc/${pid}/cmdline`)?.includes(dataDir)
  const isOf = (parents: ReadonlySet<number>, one: (typeof all)[number]) =>
    parents.has(one.pid) || parents.has(one.ppid)
  let tree = new Set([...roots, ...all.filter(isDatabase).map(({ pid }) => pid)])
  for (let size = 0; size < tree.size;) {
    size = tree.size
    tree = new Set([...tree, ...all.filter((one) => isOf(tree, one)).map(({ pid }) => pid)])
  }
  const { server = [], database = [] } = Object.groupBy(
    all.filter(({ pid }) => tree.has(pid)),
    ({ name }) => (name === 'postgres' ? 'database' : 'server'),
  )
  return { server: server.map(({ pid }) => pid), database: database.map(({ pid }) => pid) }
}

/** CPU milliseconds used so far. `reaped` includes exited children. NaN if unknown. */
function cpuMs(pids: readonly number[], reaped = false): number {
  const stats = pids.flatMap((pid) => stat(pid) ?? [])
  if (stats.length === 0) return Number.NaN
  return stats.reduce((sum, one) => sum + one.ticks + (reaped ? one.reaped : 0), 0) * MS_PER_TICK
}

export const cpuOf = ({ server, database }: Groups) => ({ server: cpuMs(server), database: cpuMs(database, true) })

function kilobytes(path: string, field: string): number {
  const value = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(read(path) ?? '')?.[1]
  return value === undefined ? Number.NaN : Number(value)
}

/** Resident memory in bytes; shared pages count for each process. NaN if unknown. */
export const residentBytes = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/status`, 'VmRSS'), 0) * 1024

/** Proportional memory in bytes: a page shared by n processes counts 1/n each. NaN if unreadable. */
export const proportionalBytes = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => sum + kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss'), 0) * 1024
