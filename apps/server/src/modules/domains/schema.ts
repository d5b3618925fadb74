// Reminders about DNS records of mail domains, kept as long as the domain.
import { REGIONS } from '@parlance/contract/lib/regions'
import { boolean, index, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

export const dnsReminders = snakeCase.table(
  'dns_reminders',
  {
    domainId: text().primaryKey(),
    domain: text().notNull(),
    workspaceId: text().notNull(),
    agencyId: text().notNull(),
    agencyName: text().notNull(),
    userEmail: text().notNull(),
    bucket: text({ enum: REGIONS }).notNull(),
    timestamp: timestamp({ withTimezone: true, precision: 3 }).notNull(),
    sent: boolean().notNull().default(false),
  },
  (t) => [index('dns_reminders_workspace').on(t.workspaceId), index('dns_reminders_due').on(t.sent, t.timestamp)],
)
export type DnsReminderRow = typeof dnsReminders.$inferSelect
