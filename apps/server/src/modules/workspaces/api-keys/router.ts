import type { keysApi } from '@parlance/contract/workspaces/keys-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { ApiKeys } from './api-keys.ts'

const OK = { success: true } as const

export const createApiKeysRouter = (keys: ApiKeys): Handlers<typeof keysApi> => ({
  keys: async (ctx, { uid }) => ({ items: await keys.list(ctx, uid) }),
  createKey: (ctx, input) => keys.create(ctx, input),
  updateKey: async (ctx, input) => ({ data: await keys.update(ctx, input) }),
  rotateKey: (ctx, input) => keys.rotate(ctx, input),
  revokeKey: async (ctx, { uid, keyId }) => {
    await keys.revoke(ctx, uid, keyId)
    return OK
  },
  renewSecret: async (ctx, { uid }) => ({ workspaceSecret: await keys.renewSecret(ctx, uid) }),
})
