// Exports leads as CSV, read page by page.
import type { Values } from '@parlance/contract/agents/variables'
import { EXPORT_FIELDS, EXPORT_ROWS, type LeadSettings } from '@parlance/contract/leads/schemas'
import { toCsv, toCsvLines } from '../../lib/csv.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Cursor } from '../../lib/cursor.ts'
import * as repository from './repository.ts'

/** A lead may hold half a million characters. */
const PAGE = 100
const MAX_CHARS = 50_000_000

type Query = repository.Filters & { readonly agentId: string }

/** A column for each of the most frequent variables, after the common columns; the rest as JSON in the last one. */
export async function exportLeads(ctx: Ctx, query: Query, { stages }: LeadSettings): Promise<string> {
  const stageName = new Map(stages.map(({ id, name }) => [id, name || id]))
  const names = await repository.fieldNames(ctx.db, query, { rows: EXPORT_ROWS, names: EXPORT_FIELDS + 1 })
  const fields = names.slice(0, EXPORT_FIELDS)
  const isColumn = new Set(fields)
  const hasRest = names.length > fields.length
  const cellsOf = (variables: Values) => [
    ...fields.map((name) => {
      const value = Object.hasOwn(variables, name) ? variables[name] : undefined
      return value === undefined ? null : typeof value === 'boolean' ? String(value) : value
    }),
    ...(hasRest ? [restOf(variables, isColumn)] : []),
  ]
  const titles = ['Name', 'Email', 'Phone', 'Stage', 'Group', 'Source', 'Created', ...fields]
  const parts = [toCsv(hasRest ? [...titles, 'Other fields'] : titles, [])]
  let chars = 0
  let after: Cursor | undefined
  for (let count = 0; count < EXPORT_ROWS; count += PAGE) {
    const page = await repository.list(ctx.db, { ...query, after, limit: Math.min(PAGE, EXPORT_ROWS - count) })
    for (const row of page) {
      const { name, email, phone, group, source, createdAt, variables } = row
      const stage = stageName.get(row.stage) ?? row.stage
      const line = toCsvLines([
        [name, email, phone, stage, group, source, createdAt.toISOString(), ...cellsOf(variables)],
      ])
      chars += line.length
      if (chars > MAX_CHARS) return parts.join('')
      parts.push(line)
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) break
    after = { at: last.createdAt, id: last.id }
  }
  return parts.join('')
}

function restOf(variables: Values, isColumn: ReadonlySet<string>): string | null {
  const rest = Object.entries(variables).filter(([name]) => !isColumn.has(name))
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest))
}
