import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { AGENCY_SECRET_VAULT_CONTEXT } from './service.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'agency secrets',
    in: 'region',
    table: 'agencies',
    key: ['id', 'workspace_id'],
    value: 't.sealed_secret',
    set: (parameter) => `sealed_secret = ${parameter}`,
    contexts: ({ workspace_id: tenant = '' }) => [{ tenant, where: AGENCY_SECRET_VAULT_CONTEXT }],
  },
]
