import type { accountsApi } from '@parlance/core/accounts/accounts.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Accounts } from './accounts.ts'

export const accountsRoutes = (accounts: Accounts): Handlers<typeof accountsApi> => ({
  signUp: accounts.signUp,
  signIn: accounts.signIn,
  signOut: accounts.signOut,
  me: accounts.me,
  resendVerification: accounts.resendVerification,
  verifyEmail: accounts.verifyEmail,
  requestPasswordReset: accounts.requestPasswordReset,
  resetPassword: accounts.resetPassword,
})
