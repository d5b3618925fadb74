// API keys of a workspace with scopes, and the renewal of its secret.
import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { ApiKey, KeyName, KeyScopes, MOST_GRACE_DAYS } from './keys.ts'

const tag = 'Workspaces'
/** People alone: whoever holds a key or the secret of a workspace must not be able to make themselves another one. */
const access = { by: ['session'], workspace: 'uid', role: 'admin' } as const
const uid = z.string().max(100)
const one = z.strictObject({ uid, keyId: z.string().max(100) })
/** The key in clear, this once. */
const Made = z.object({ data: ApiKey, key: z.string() })

export const keysApi = {
  keys: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/keys',
    tag,
    access,
    summary: 'API keys of a workspace, newest first, without the keys themselves',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(ApiKey) })),
  createKey: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/keys',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Make an API key; the answer shows it, and nothing else ever does',
    description:
      'A key begins with `pk_` and is sent as a bearer. Its scopes are areas, each to read or to write, e.g. `agents:read`.',
  })
    .input(
      z.strictObject({
        uid,
        name: KeyName,
        scopes: KeyScopes,
        /** Days until it ends by itself; never when absent or 0. */
        expiresInDays: z.number().int().min(0).max(3650).default(0),
      }),
    )
    .output(Made),
  updateKey: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/keys/{keyId}',
    tag,
    access,
    changesAccess: true,
    summary: 'Rename an API key or give it other scopes',
  })
    .input(one.extend({ name: KeyName.optional(), scopes: KeyScopes.optional() }))
    .output(z.object({ data: ApiKey })),
  rotateKey: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/keys/{keyId}/rotate',
    tag,
    access,
    changesAccess: true,
    summary: 'A new key in the place of one; the old one opens for as many days as you choose',
  })
    .input(one.extend({ graceDays: z.number().int().min(0).max(MOST_GRACE_DAYS).default(0) }))
    .output(Made),
  revokeKey: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/keys/{keyId}',
    tag,
    access,
    changesAccess: true,
    summary: 'Revoke an API key; it opens nothing any more',
  })
    .input(one)
    .output(success),
  renewSecret: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/secret',
    tag,
    access,
    changesAccess: true,
    summary: 'A new secret of the workspace; the old one stops working at once',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ workspaceSecret: z.string() })),
}
