import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'

export const say = (text: string) => process.stderr.write(`${text}\n`)
export const round = (value: number): number => Math.round(value * 10) / 10
/** How busy the machine is, which every figure depends on. */
export const load = (): number => round(loadavg()[0] ?? Number.NaN)

export function save(name: string, results: unknown): void {
  const folder = new URL('results/', import.meta.url)
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(results, undefined, 2)}\n`)
}

/** Prints and saves the rows of a measurement. */
export function show(name: string, rows: readonly object[]): void {
  console.table(rows)
  save(name, { at: new Date().toISOString(), cpus: cpus().length, model: cpus()[0]?.model, rows })
}
