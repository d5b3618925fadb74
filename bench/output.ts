import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

export const say = (text: string) => process.stderr.write(`${text}\n`)
/** How busy the machine is, which every figure depends on. */
export const load = (): number => Number(loadavg()[0]?.toFixed(1))

export function save(name: string, results: unknown): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(results, undefined, 2)}\n`)
}

const short = (value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(Math.abs(value) < 10 ? 3 : 1)) : value

/** Prints rows, if there are any, with their numbers rounded. */
export function print(rows: readonly object[]): void {
  const shown = rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, short(value)])))
  if (shown.length > 0) console.table(shown)
}

/** Prints and saves the rows of a measurement. */
export function show(name: string, rows: readonly object[]): void {
  print(rows)
  save(name, { at: new Date().toISOString(), cpus: cpus().length, model: cpus()[0]?.model, rows })
}
