/** The job that returns what a deleted organisation still had. */
export const LEFTOVERS_JOB = 'payments.org-leftovers'
/** Work that was still running when it was deleted ends within this time, or is looked at again. */
export const LEFTOVERS_MS = 5 * 60_000
