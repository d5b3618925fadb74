import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { secretsContext } from './connections/connections.ts'
import { numberSecretContext } from './phone-numbers/phone-numbers.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'secrets of channels',
    in: 'region',
    table: 'channel_connections',
    key: ['id'],
    value: 't.secrets',
    set: (parameter) => `secrets = ${parameter}`,
    more: { join: '', columns: ['t.workspace_id'] },
    contexts: ({ workspace_id: tenant = '', id = '' }) => [{ tenant, where: secretsContext(id) }],
  },
  {
    name: 'auth tokens of phone numbers',
    in: 'region',
    table: 'phone_numbers',
    key: ['id'],
    value: 't.secrets',
    set: (parameter) => `secrets = ${parameter}`,
    more: { join: '', columns: ['t.workspace_id'] },
    contexts: ({ workspace_id: tenant = '', id = '' }) => [{ tenant, where: numberSecretContext(id) }],
  },
]
