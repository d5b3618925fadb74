import type { Job } from '../../lib/jobs/jobs.ts'
import type { Accounts } from './service.ts'
import { ERASE_JOB, ERASE_TRACES_JOB } from './deletion/delete-account.ts'
import { EXPORT_JOB } from './export/export-account.ts'
import { NOTICE_JOB } from './security-notices.ts'
import { RESET_JOB } from './reset-factors.ts'
import { SESSIONS_ENDED_JOB } from './sessions/sessions-ended.ts'

const RETRY_UNTIL_DONE = { retryLimit: 200, retryDelay: 5, retryDelayMax: 600 }

/** Like all mail: growing delays for two hours, then hourly for a day. */
const RETRY_FOR_A_DAY = { retryLimit: 30, retryDelay: 10, retryDelayMax: 3600 }

export const accountsJobs = (
  service: Pick<
    Accounts,
    'erase' | 'eraseTraces' | 'sendNotice' | 'noteReset' | 'packExport' | 'deleteExports' | 'deleteExpiredExports'
  >,
): Job[] => [
  { name: ERASE_JOB, ...RETRY_UNTIL_DONE, run: (ctx, { sealed }) => service.erase(ctx, String(sealed)) },
  { name: ERASE_TRACES_JOB, ...RETRY_UNTIL_DONE, run: (ctx, { sealed }) => service.eraseTraces(ctx, String(sealed)) },
  { name: RESET_JOB, ...RETRY_UNTIL_DONE, run: (ctx, { sealed }) => service.noteReset(ctx, String(sealed)) },
  { name: NOTICE_JOB, ...RETRY_FOR_A_DAY, run: (ctx, { sealed }) => service.sendNotice(ctx, String(sealed)) },
  {
    name: SESSIONS_ENDED_JOB,
    ...RETRY_UNTIL_DONE,
    run: (ctx, { userId, at }) =>
      ctx.emit({ type: 'sessions.ended', personId: String(userId), at: Number(at), region: ctx.region }),
  },
  // Retried while another process packs the export, and until it failed for good.
  { name: EXPORT_JOB, ...RETRY_UNTIL_DONE, run: (ctx, { exportId }) => service.packExport(ctx, String(exportId)) },
  {
    name: 'accounts.exports-deleted',
    ...RETRY_UNTIL_DONE,
    run: (ctx, { userId }) => service.deleteExports(ctx, String(userId)),
  },
  { name: 'accounts.sweep-exports', cron: '23 * * * *', run: service.deleteExpiredExports },
]
