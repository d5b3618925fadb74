import { globalApi } from '../../api.ts'

/** How the signed-in account proves who it is. */
export const securityQuery = globalApi.accounts.security.queryOptions()
