// Where the secrets of tools are sealed.
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { placeOf } from './secrets.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'secrets of tools',
    in: 'region',
    table: 'tool_secrets',
    key: ['workspace_id', 'name'],
    value: 't.sealed',
    set: (parameter) => `sealed = ${parameter}`,
    places: ({ workspace_id: tenant = '', name = '' }) => [{ tenant, where: placeOf(name) }],
  },
]
