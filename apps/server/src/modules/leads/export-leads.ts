import type { Readable } from 'node:stream'
import type { Values } from '@parlance/contract/agents/variables'
import { EXPORT_FIELDS, EXPORT_ROWS, type LeadSettings } from '@parlance/contract/leads/schemas'
import { streamCsv } from '../../lib/csv.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Cursor } from '../../lib/cursor.ts'
import * as repository from './repository.ts'

/** A lead may hold half a million characters, so the page size depends on the previous page's leads. */
const PAGE_CHARS = 500_000
const [FIRST_PAGE, LARGEST_PAGE] = [1, 200]

type Query = repository.Filters & { readonly agentId: string }

/** A column for each of the most frequent variables, after the common columns; the rest as JSON in the last one. */
export async function exportLeads(ctx: Ctx, query: Query, { stages }: LeadSettings): Promise<Readable> {
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
  const stageOf = (id: string) => stageName.get(id) ?? id
  async function* pages() {
    let after: Cursor | undefined
    let limit = FIRST_PAGE
    for (let count = 0; count < EXPORT_ROWS;) {
      const page = await repository.list(ctx.db, { ...query, after, limit: Math.min(limit, EXPORT_ROWS - count) })
      let chars = 1
      yield page.map((row) => {
        const { name, email, phone, group, source, createdAt, variables } = row
        chars += sizeOf(variables)
        return [name, email, phone, stageOf(row.stage), group, source, createdAt.toISOString(), ...cellsOf(variables)]
      })
      const last = page.at(-1)
      if (!last || page.length < limit) return
      count += page.length
      after = { at: last.createdAt, id: last.id }
      limit = Math.min(LARGEST_PAGE, Math.max(1, Math.floor((PAGE_CHARS * page.length) / chars)))
    }
  }
  return streamCsv(hasRest ? [...titles, 'Other fields'] : titles, pages())
}

const sizeOf = (variables: Values): number =>
  Object.values(variables).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

function restOf(variables: Values, isColumn: ReadonlySet<string>): string | null {
  const rest = Object.entries(variables).filter(([name]) => !isColumn.has(name))
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest))
}
