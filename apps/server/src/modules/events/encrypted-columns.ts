import { DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { vaultContextOf } from './signatures.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'secrets of events',
    in: 'region',
    table: 'workspaces',
    key: ['uid'],
    value: 't.sealed_events_secret',
    set: (parameter) => `sealed_events_secret = ${parameter}`,
    contexts: ({ uid = '' }) => [{ tenant: uid, where: vaultContextOf(DEFAULT_ENDPOINT) }],
  },
  {
    name: 'secrets of event endpoints',
    in: 'region',
    table: 'event_endpoints',
    key: ['id'],
    value: 't.sealed_secret',
    set: (parameter) => `sealed_secret = ${parameter}`,
    more: { join: '', columns: ['t.workspace_id'] },
    contexts: ({ workspace_id: tenant = '', id = '' }) => [{ tenant, where: vaultContextOf(id) }],
  },
]
