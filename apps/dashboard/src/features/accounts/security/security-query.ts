import type { Security } from '@parlance/contract/accounts/security-api'
import { globalApi } from '../../../lib/api.ts'

/** How the signed-in account proves who it is. */
export const securityQuery = globalApi.accounts.security.queryOptions()

/** Whether nothing would be left to sign in with, were one passkey or provider taken away. The server refuses that too. */
export const hasOneSignInMethod = ({ hasPassword, passkeys, providers }: Security): boolean =>
  Number(hasPassword) + passkeys.length + providers.filter(({ connected }) => connected).length <= 1
