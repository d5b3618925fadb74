import { and, eq, lte } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { type DnsReminderRow, dnsReminders } from './schema.ts'

export const insert = (db: Db, row: DnsReminderRow) => db.insert(dnsReminders).values(row).onConflictDoNothing()

export const remove = (db: Db, domainId: string) => db.delete(dnsReminders).where(eq(dnsReminders.domainId, domainId))

export const listDue = (db: Db, before: Date): Promise<DnsReminderRow[]> =>
  db
    .select()
    .from(dnsReminders)
    .where(and(eq(dnsReminders.sent, false), lte(dnsReminders.timestamp, before)))
    .orderBy(dnsReminders.timestamp)
    .limit(100)

export async function markSent(db: Db, domainId: string): Promise<boolean> {
  const rows = await db
    .update(dnsReminders)
    .set({ sent: true })
    .where(and(eq(dnsReminders.domainId, domainId), eq(dnsReminders.sent, false)))
    .returning({ domainId: dnsReminders.domainId })
  return rows.length === 1
}

export async function listOfWorkspace(db: Db, workspaceId: string): Promise<string[]> {
  const rows = await db
    .select({ domainId: dnsReminders.domainId })
    .from(dnsReminders)
    .where(eq(dnsReminders.workspaceId, workspaceId))
  return rows.map(({ domainId }) => domainId)
}
