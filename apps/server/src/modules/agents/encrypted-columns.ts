import type { EncryptedColumn } from '../../lib/encrypted-columns.ts'
import { vaultContextOf } from './revisions.ts'

export const sealed: readonly EncryptedColumn[] = [
  {
    name: 'secrets of agents',
    in: 'region',
    table: 'agents',
    key: ['id'],
    value: 't.sealed',
    set: (parameter) => `sealed = ${parameter}`,
    more: { join: '', columns: ['t.workspace_id'] },
    contexts: ({ id = '', workspace_id: tenant = '' }) => [{ tenant, where: vaultContextOf(id, 'secrets') }],
  },
  {
    name: 'secrets of drafts',
    in: 'region',
    table: 'agent_drafts',
    key: ['agent_id'],
    value: 't.sealed',
    set: (parameter) => `sealed = ${parameter}`,
    more: { join: 'join agents a on a.id = t.agent_id', columns: ['a.workspace_id'] },
    contexts: ({ agent_id: id = '', workspace_id: tenant = '' }) => [{ tenant, where: vaultContextOf(id, 'draft') }],
  },
]
