import { accountsJobs } from './jobs.ts'
import { createAccountsRouter, createDataRouter, createInvitationsRouter, createSecurityRouter } from './router.ts'
import { type AccountsDeps, createAccounts } from './service.ts'

export type { AccountRegions, Accounts } from './service.ts'
export { afterCorrectGuess, afterGuess, type Guesses, guessWait } from './sign-in/guess-limits.ts'
export { hashPassword, verifyPassword } from './sign-in/password-hash.ts'

export function createAccountsModule(deps: AccountsDeps) {
  const service = createAccounts(deps)
  return {
    service,
    router: {
      ...createAccountsRouter(service),
      ...createSecurityRouter(service),
      ...createDataRouter(service),
      ...createInvitationsRouter(service),
    },
    jobs: accountsJobs(service),
  }
}
