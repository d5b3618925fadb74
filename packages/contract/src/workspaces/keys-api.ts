import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { ApiKey, KeyName, KeyScopes, MOST_GRACE_DAYS } from './keys.ts'

const tag = 'Workspaces'
/** For people only: a key or secret must not be able to create another one. */
const access = { by: ['session'], workspace: 'uid', role: 'admin' } as const
const uid = z.string().max(100)
const one = z.strictObject({ uid, keyId: z.string().max(100) })
const Made = z.object({ data: ApiKey, key: z.string() })

export const keysApi = {
  keys: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/keys',
    tag,
    access,
    summary: 'List API keys, newest first, without the keys themselves',
  })
    .input(z.strictObject({ uid, ...limitInput }))
    .output(z.object({ items: z.array(ApiKey) })),
  createKey: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/keys',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Create an API key; it’s shown only in this response',
    description:
      'Keys start with `pk_` and are sent as bearer tokens. Scopes name an area to read or write, e.g. `agents:read`.',
  })
    .input(
      z.strictObject({
        uid,
        name: KeyName,
        scopes: KeyScopes,
        /** Days until it expires; never when absent or 0. */
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
    summary: 'Rename an API key or change its scopes',
  })
    .input(one.extend({ name: KeyName.optional(), scopes: KeyScopes.optional() }))
    .output(z.object({ data: ApiKey })),
  rotateKey: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/keys/{keyId}/rotate',
    tag,
    access,
    changesAccess: true,
    errors: ['CONFLICT'],
    summary: 'Replace an API key; the old one keeps working for as many days as you choose',
  })
    .input(one.extend({ graceDays: z.number().int().min(0).max(MOST_GRACE_DAYS).default(0) }))
    .output(Made),
  revokeKey: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/keys/{keyId}',
    tag,
    access,
    changesAccess: true,
    summary: 'Revoke an API key',
  })
    .input(one)
    .output(success),
  renewSecret: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/secret',
    tag,
    access,
    changesAccess: true,
    summary: 'Replace the workspace secret; the old one stops working right away',
  })
    .input(z.strictObject({ uid }))
    .output(z.object({ workspaceSecret: z.string() })),
}
