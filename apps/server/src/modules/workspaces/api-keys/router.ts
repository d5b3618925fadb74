import type { keysApi } from '@parlance/contract/workspaces/keys-api'
import type { Handlers } from '../../../lib/http/handlers.ts'
import type { Keys } from './api-keys.ts'

const done = { success: true } as const

export const createKeysRouter = (keys: Keys): Handlers<typeof keysApi> => ({
  keys: async (ctx, { uid }) => ({ items: await keys.list(ctx, uid) }),
  createKey: (ctx, input) => keys.create(ctx, input),
  updateKey: async (ctx, input) => ({ data: await keys.update(ctx, input) }),
  rotateKey: (ctx, input) => keys.rotate(ctx, input),
  revokeKey: async (ctx, { uid, keyId }) => {
    await keys.revoke(ctx, uid, keyId)
    return done
  },
  renewSecret: async (ctx, { uid }) => ({ workspaceSecret: await keys.renewSecret(ctx, uid) }),
})
