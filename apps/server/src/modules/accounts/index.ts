import { runAfterMethods } from '../../lib/run-after-methods.ts'
import { accountsJobs } from './jobs.ts'
import { createAccountsRouter, createDataRouter, createInvitationsRouter, createSecurityRouter } from './router.ts'
import { type AccountsDeps, createAccounts } from './service.ts'

export type { AccountRegions, Accounts } from './service.ts'
export { afterCorrectGuess, afterGuess, type Guesses, guessWait } from './sign-in/guess-limits.ts'
export { hashPassword, verifyPassword } from './sign-in/password-hash.ts'

export interface AccountsModuleDeps extends AccountsDeps {
  /** Called after sessions may have ended, so that open streams are checked again. */
  readonly recheckStreams: () => void
}

export function createAccountsModule({ recheckStreams, ...deps }: AccountsModuleDeps) {
  const service = createAccounts(deps)
  const calls = runAfterMethods(
    service,
    [
      'signOut',
      'resetPassword',
      'changePassword',
      'confirmTwoFactor',
      'endOtherSessions',
      'endSession',
      'deleteAccount',
    ],
    recheckStreams,
  )
  return {
    service,
    router: {
      ...createAccountsRouter(calls),
      ...createSecurityRouter(calls),
      ...createDataRouter(calls),
      ...createInvitationsRouter(calls),
    },
    jobs: accountsJobs(service),
  }
}
