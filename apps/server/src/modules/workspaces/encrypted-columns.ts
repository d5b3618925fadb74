// Where workspaces keep sealed values.
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { placeOf } from './provider-keys.ts'
import { SECRET_PLACE } from './new-workspace.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'workspace secrets',
    in: 'region',
    table: 'workspaces',
    key: ['uid'],
    value: 't.sealed_secret',
    set: (parameter) => `sealed_secret = ${parameter}`,
    places: ({ uid = '' }) => [{ tenant: uid, where: SECRET_PLACE }],
  },
  {
    name: 'provider keys',
    in: 'region',
    table: 'credentials',
    key: ['workspace_id', 'provider'],
    value: 't.sealed_key',
    set: (parameter) => `sealed_key = ${parameter}`,
    places: ({ workspace_id: tenant = '', provider = '' }) => [{ tenant, where: placeOf(provider) }],
  },
]
