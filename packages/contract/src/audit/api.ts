import { z } from 'zod'
import { page, pageInput, regional } from '../lib/operation.ts'
import { logTime } from '../lib/log-time.ts'
import { ACTOR_KINDS, AuditEntry } from './schemas.ts'

const tag = 'Workspaces'
const access = { by: ['session', 'workspace'], workspace: 'uid', role: 'admin' } as const
const filters = {
  uid: z.string().max(100),
  who: z.string().trim().max(200).optional(),
  kind: z.enum(ACTOR_KINDS).optional(),
  action: z.string().trim().max(100).optional(),
  object: z.string().trim().max(200).optional(),
  /** UTC days or points in time, both inclusive. */
  from: logTime,
  to: logTime,
}

export const auditApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/audit',
    tag,
    access,
    summary: 'List audit log entries, newest first',
    description: 'Entries are kept for a year. The last part of IP addresses is removed after 30 days.',
  })
    .input(z.strictObject({ ...filters, ...pageInput }))
    .output(page(AuditEntry)),
  csv: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/audit.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access,
    summary: 'Export the newest 50,000 audit log entries as CSV',
  })
    .input(z.strictObject(filters))
    .output(z.string()),
  check: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/audit/check',
    tag,
    access: { ...access, limit: 'search' },
    summary: 'Verify that the audit log hasn’t been tampered with',
  })
    .input(z.strictObject({ uid: z.string().max(100) }))
    .output(
      z.object({
        entries: z.number().int(),
        /** The first altered entry, or the one after a gap; null when the log is intact. */
        brokenAt: z.number().int().nullable(),
      }),
    ),
}
