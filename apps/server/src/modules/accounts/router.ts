import type { accountsApi } from '@parlance/contract/accounts/api'
import type { dataApi } from '@parlance/contract/accounts/account-data-api'
import type { invitationsApi } from '@parlance/contract/accounts/invitations-api'
import type { securityApi } from '@parlance/contract/accounts/security-api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Accounts } from './service.ts'

export const createAccountsRouter = (accounts: Accounts): Handlers<typeof accountsApi> => ({
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

export const createInvitationsRouter = (accounts: Accounts): Handlers<typeof invitationsApi> => ({
  invitation: accounts.invitation,
  acceptInvitation: accounts.acceptInvitation,
})

export const createSecurityRouter = (accounts: Accounts): Handlers<typeof securityApi> => ({
  secondStep: accounts.secondStep,
  passkeySignInOptions: accounts.passkeySignInOptions,
  signInByPasskey: accounts.signInByPasskey,
  signInProviders: accounts.signInProviders,
  startProvider: accounts.startProvider,
  finishProvider: accounts.finishProvider,
  security: accounts.security,
  startTwoFactor: accounts.startTwoFactor,
  confirmTwoFactor: accounts.confirmTwoFactor,
  renewRecoveryCodes: accounts.renewRecoveryCodes,
  stopTwoFactor: accounts.stopTwoFactor,
  passkeyOptions: accounts.passkeyOptions,
  addPasskey: accounts.addPasskey,
  renamePasskey: accounts.renamePasskey,
  removePasskey: accounts.removePasskey,
  disconnectProvider: accounts.disconnectProvider,
  sessions: accounts.sessions,
  endSession: accounts.endSession,
})

export const createDataRouter = (accounts: Accounts): Handlers<typeof dataApi> => ({
  setLanguage: accounts.setLanguage,
  setPhoto: accounts.setPhoto,
  removePhoto: accounts.removePhoto,
  changeEmail: accounts.changeEmail,
  holdings: accounts.holdings,
  deleteAccount: accounts.deleteAccount,
  exportData: accounts.exportData,
  exportState: accounts.exportState,
  exportAddress: accounts.exportAddress,
})
