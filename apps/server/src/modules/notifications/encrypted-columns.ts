import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { subscriptionVaultContext } from './push.ts'
import { vapidVaultContext } from './vapid.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'push subscriptions',
    in: 'region',
    table: 'push_subscriptions',
    key: ['id'],
    value: 't.sealed',
    set: (parameter) => `sealed = ${parameter}`,
    more: { join: '', columns: ['t.workspace_id'] },
    contexts: ({ id = '', workspace_id: workspaceId = '' }) => [subscriptionVaultContext({ id, workspaceId })],
  },
  {
    name: 'the key for push services',
    in: 'region',
    table: 'vapid_keys',
    key: ['id'],
    value: 't.sealed_private_key',
    set: (parameter) => `sealed_private_key = ${parameter}`,
    contexts: (_, region) => [vapidVaultContext(region)],
  },
]
