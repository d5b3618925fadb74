import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { vaultContextOf } from './secrets.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'secrets of tools',
    in: 'region',
    table: 'tool_secrets',
    key: ['workspace_id', 'name'],
    value: 't.sealed',
    set: (parameter) => `sealed = ${parameter}`,
    contexts: ({ workspace_id: tenant = '', name = '' }) => [{ tenant, where: vaultContextOf(name) }],
  },
]
