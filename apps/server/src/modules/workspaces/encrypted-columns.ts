import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { vaultContextOf } from './provider-keys.ts'
import { SECRET_VAULT_CONTEXT } from './new-workspace.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'workspace secrets',
    in: 'region',
    table: 'workspaces',
    key: ['uid'],
    value: 't.sealed_secret',
    set: (parameter) => `sealed_secret = ${parameter}`,
    contexts: ({ uid = '' }) => [{ tenant: uid, where: SECRET_VAULT_CONTEXT }],
  },
  {
    name: 'provider keys',
    in: 'region',
    table: 'credentials',
    key: ['workspace_id', 'provider'],
    value: 't.sealed_key',
    set: (parameter) => `sealed_key = ${parameter}`,
    contexts: ({ workspace_id: tenant = '', provider = '' }) => [{ tenant, where: vaultContextOf(provider) }],
  },
]
