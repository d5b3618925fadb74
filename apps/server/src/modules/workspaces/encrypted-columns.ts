// Columns of workspaces with encrypted values.
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { vaultPlaceOf } from './provider-keys.ts'
import { SECRET_VAULT_PLACE } from './new-workspace.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'workspace secrets',
    in: 'region',
    table: 'workspaces',
    key: ['uid'],
    value: 't.sealed_secret',
    set: (parameter) => `sealed_secret = ${parameter}`,
    places: ({ uid = '' }) => [{ tenant: uid, where: SECRET_VAULT_PLACE }],
  },
  {
    name: 'provider keys',
    in: 'region',
    table: 'credentials',
    key: ['workspace_id', 'provider'],
    value: 't.sealed_key',
    set: (parameter) => `sealed_key = ${parameter}`,
    places: ({ workspace_id: tenant = '', provider = '' }) => [{ tenant, where: vaultPlaceOf(provider) }],
  },
]
