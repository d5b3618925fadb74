import type { Person } from '@parlance/contract/conversations/schemas'
import { sql } from 'drizzle-orm'
import { jsonb, snakeCase, text, uniqueIndex } from 'drizzle-orm/pg-core'

export const teams = snakeCase.table(
  'teams',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    /** Empty for a team of the whole workspace. */
    orgId: text().notNull().default(''),
    name: text().notNull(),
    members: jsonb().$type<Pick<Person, 'kind' | 'id'>[]>().notNull().default([]),
  },
  (t) => [uniqueIndex('teams_name').on(t.workspaceId, t.orgId, sql`lower(name)`)],
)
export type TeamRow = typeof teams.$inferSelect
