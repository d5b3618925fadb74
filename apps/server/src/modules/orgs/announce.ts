import type { Ctx } from '../../lib/ctx.ts'
import type { ClientRow, OrgRow } from './schema.ts'

type Operation = 'created' | 'updated' | 'deleted'

export const announceOrg = (tx: Ctx, { id, workspaceId, name }: OrgRow, operation: Operation) =>
  tx.emit({ type: 'organisation.changed', workspaceId, orgId: id, name, operation })

export const announceClient = (tx: Ctx, { id, workspaceId, orgId, name, email }: ClientRow, operation: Operation) =>
  tx.emit({ type: 'client.changed', workspaceId, orgId, clientId: id, name, email, operation })
