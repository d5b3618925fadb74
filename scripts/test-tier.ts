import { test } from 'vitest'

/** Whether this is a run of `npm run test:all`. */
export const isAll = process.env['TEST_TIER'] === 'all'
/** A test that only `npm run test:all` runs, in a file that `npm test` runs too. */
export const testAll = test.runIf(isAll)
