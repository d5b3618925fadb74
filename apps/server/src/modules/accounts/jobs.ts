// What accounts leave to be done in each region: their end, and mails about how they are entered.
import type { Job } from '../../lib/jobs/jobs.ts'
import type { Accounts } from './service.ts'
import { ERASE_JOB, TRACES_JOB } from './deletion/delete-account.ts'
import { EXPORT_JOB } from './export/export-account.ts'
import { NOTICE_JOB } from './security-notices.ts'
import { RESET_JOB } from './operator.ts'

/** Retried until it is done: nobody else would do it. */
const PATIENT = { retryLimit: 200, retryDelay: 5, retryDelayMax: 600 }

/** Two hours of tries that come further and further apart, then one an hour for a day, as all mail. */
const A_DAY = { retryLimit: 30, retryDelay: 10, retryDelayMax: 3600 }

export const accountsJobs = (
  service: Pick<
    Accounts,
    'erase' | 'eraseTraces' | 'sendNotice' | 'noteReset' | 'packExport' | 'forgetExports' | 'sweepExports'
  >,
): Job[] => [
  { name: ERASE_JOB, ...PATIENT, run: (ctx, { sealed }) => service.erase(ctx, String(sealed)) },
  { name: TRACES_JOB, ...PATIENT, run: (ctx, { sealed }) => service.eraseTraces(ctx, String(sealed)) },
  { name: RESET_JOB, ...PATIENT, run: (ctx, { sealed }) => service.noteReset(ctx, String(sealed)) },
  { name: NOTICE_JOB, ...A_DAY, run: (ctx, { sealed }) => service.sendNotice(ctx, String(sealed)) },
  // Tried again as long as another process is at it, and until it has failed for good.
  { name: EXPORT_JOB, ...PATIENT, run: (ctx, { exportId }) => service.packExport(ctx, String(exportId)) },
  {
    name: 'accounts.exports-deleted',
    ...PATIENT,
    run: (ctx, { userId }) => service.forgetExports(ctx, String(userId)),
  },
  { name: 'accounts.sweep-exports', cron: '23 * * * *', run: service.sweepExports },
]
