import { globSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const contract = join(import.meta.dirname, '..', '..', 'packages', 'contract', 'src')

/** Names help for objects and unions, not for plain texts or numbers. */
const isNameworthy = (value: unknown): value is z.ZodType =>
  value instanceof z.ZodObject ||
  value instanceof z.ZodUnion ||
  value instanceof z.ZodDiscriminatedUnion ||
  value instanceof z.ZodEnum ||
  value instanceof z.ZodLazy

/** Exported object schemas by name; among duplicates, the first path keeps it. */
export async function namedSchemas(): Promise<Map<z.ZodType, string>> {
  const names = new Map<z.ZodType, string>()
  const taken = new Set<string>()
  const files = globSync('*/*.ts', { cwd: contract })
    .filter((file) => !/\.(test|testing)\.ts$|[/-]api\.ts$/.test(file))
    .toSorted()
  for (const file of files) {
    const exported = (await import(join(contract, file))) as Record<string, unknown>
    for (const [name, value] of Object.entries(exported).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      if (!/^[A-Z]\w*[a-z]\w*$/.test(name) || !isNameworthy(value) || names.has(value) || taken.has(name)) continue
      names.set(value, name)
      taken.add(name)
    }
  }
  return names
}
