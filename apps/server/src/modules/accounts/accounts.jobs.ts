// What the end of an account leaves to be done in each region.
import type { Job } from '../../platform/jobs/jobs.ts'
import type { Accounts } from './accounts.ts'
import { ERASE_JOB, TRACES_JOB } from './accounts.deletion.ts'

/** Retried until it is done: nobody else would do it. */
const PATIENT = { retryLimit: 200, retryDelay: 5, retryDelayMax: 600 }

export const accountsJobs = (face: Pick<Accounts, 'erase' | 'eraseTraces'>): Job[] => [
  { name: ERASE_JOB, ...PATIENT, run: (ctx, { sealed }) => face.erase(ctx, String(sealed)) },
  { name: TRACES_JOB, ...PATIENT, run: (ctx, { sealed }) => face.eraseTraces(ctx, String(sealed)) },
]
