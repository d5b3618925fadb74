// A workspace's own templates: saved from an agent, used for new ones.
import { type Agent, AgentConfig, OpenConfig } from '@parlance/contract/agents/schemas'
import { MAX_TEMPLATES, type OwnTemplate } from '@parlance/contract/agents/templates-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'
import * as agents from './repository.ts'
import type { Pictures } from './ports.ts'
import type { TemplateRow } from './schema.ts'
import * as repository from './templates.repository.ts'

const PAGE = 25

export interface AgentTemplates {
  readonly list: (
    ctx: Ctx,
    query: { uid: string; cursor?: string | undefined; limit?: number | undefined },
  ) => Promise<{ items: OwnTemplate[]; nextCursor: string | null }>
  readonly create: (
    ctx: Ctx,
    input: { agentId: string; name: string; description?: string | undefined },
  ) => Promise<OwnTemplate>
  readonly createAgent: (ctx: Ctx, input: { uid: string; templateId: string; agentName: string }) => Promise<Agent>
  readonly delete: (ctx: Ctx, uid: string, templateId: string) => Promise<void>
  readonly deleteAll: (ctx: Ctx) => Promise<void>
}

const shown = ({ id, name, description, createdAt }: Omit<TemplateRow, 'config' | 'workspaceId'>): OwnTemplate => ({
  id,
  name,
  description,
  createdAt: createdAt.toISOString(),
})

const userOf = (templateId: string) => `template|${templateId}`

/** @param make stores a new agent of a workspace */
export function createAgentTemplates(
  make: (ctx: Ctx, workspaceId: string, config: AgentConfig) => Promise<Agent>,
  pictures: Pictures | undefined,
): AgentTemplates {
  return {
    async list(ctx, { uid, cursor, limit = PAGE }) {
      const rows = await repository.list(ctx.db, uid, readCursor(cursor), limit + 1)
      const { items, nextCursor } = pageOf(rows, limit, ({ createdAt, id }) => ({ at: createdAt, id }))
      return { items: items.map(shown), nextCursor }
    },
    create: (ctx, { agentId, name, description = '' }) =>
      ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const agent = await agents.find(tx.db, agentId)
        if (agent?.workspaceId !== tx.workspaceId) throw new AppError('NOT_FOUND')
        await repository.lockWorkspace(tx.db, agent.workspaceId)
        if ((await repository.count(tx.db, agent.workspaceId)) >= MAX_TEMPLATES)
          throw new AppError('CONFLICT', msg('template_too_many', { max: MAX_TEMPLATES }))
        const row: TemplateRow = {
          id: randomId(16),
          workspaceId: agent.workspaceId,
          name,
          description,
          config: OpenConfig.parse({ ...agent.config, waVerifyPassed: false }),
          createdAt: tx.now(),
        }
        await repository.insert(tx.db, row)
        await pictures?.use(tx, { workspaceId: row.workspaceId, agentId: userOf(row.id) }, row.config)
        return shown(row)
      }),
    async createAgent(ctx, { uid, templateId, agentName }) {
      const row = await repository.find(ctx.db, uid, templateId)
      if (!row) throw new AppError('NOT_FOUND')
      return make(ctx, uid, AgentConfig.parse({ ...row.config, title: agentName }))
    },
    delete: (ctx, uid, templateId) =>
      ctx.tx(async (tx) => {
        if (!(await repository.remove(tx.db, uid, templateId))) throw new AppError('NOT_FOUND')
        await pictures?.leave(tx, userOf(templateId))
      }),
    deleteAll: async (ctx) => void (await repository.removeAll(ctx.db, ctx.workspaceId)),
  }
}
