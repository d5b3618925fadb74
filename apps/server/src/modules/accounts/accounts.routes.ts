import type { accountsApi } from '@parlance/core/accounts/accounts.api'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { Accounts } from './accounts.ts'

export const accountsRoutes = (accounts: Accounts): Handlers<typeof accountsApi> => ({
  signUp: accounts.signUp,
  signIn: accounts.signIn,
  signOut: accounts.signOut,
  me: accounts.me,
  update: accounts.update,
  changePassword: accounts.changePassword,
  endOtherSessions: accounts.endOtherSessions,
  resendVerification: accounts.resendVerification,
  verifyEmail: accounts.verifyEmail,
  requestPasswordReset: accounts.requestPasswordReset,
  resetPassword: accounts.resetPassword,
})
