import type { Security } from '@parlance/contract/accounts/security-api'
import { globalApi } from '../../../lib/api.ts'

export const securityQuery = globalApi.accounts.security.queryOptions()

/** Whether removing one passkey or provider would leave no way to sign in. The server refuses it too. */
export const hasOneSignInMethod = ({ hasPassword, passkeys, providers }: Security): boolean =>
  Number(hasPassword) + passkeys.length + providers.filter(({ connected }) => connected).length <= 1
