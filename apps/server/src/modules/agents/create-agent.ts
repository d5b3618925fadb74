// Creates agents: by a first save, from a template, as a copy.
import type { Language } from '@parlance/contract/accounts/languages'
import { type Agent, AgentConfig, OpenConfig, type TemplateId } from '@parlance/contract/agents/schemas'
import { isTimeZone } from '@parlance/contract/lib/zone-formatter'
import { newAgentConfig } from '@parlance/engine/agents/draft'
import { startOf } from '@parlance/engine/templates/template-config'
import { AppError } from '@parlance/contract/lib/errors'
import { newAgentId, newSecretKey } from '@parlance/contract/lib/ids'
import { importAgent, type ImportFormat, type Imported } from './import/import.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { sha256 } from '../../lib/crypto.ts'
import { workspaceForNew, type Membership } from './new-agent-workspace.ts'
import type { Revisions } from './revisions.ts'
import * as repository from './repository.ts'
import type { AgentRow } from './schema.ts'
import { createAgentTemplates } from './templates.ts'

const COPY = ' (copy)'
const TITLE_MAX = 200

export async function owned(ctx: Ctx, agentId: string, read: typeof repository.find): Promise<AgentRow> {
  const row = await read(ctx.db, agentId)
  if (!row || row.workspaceId !== ctx.workspaceId) throw new AppError('NOT_FOUND')
  return row
}

type AgentEventType = 'agent.created' | 'agent.copied' | 'agent.updated' | 'agent.published' | 'agent.deleted'
export const eventOf = <T extends AgentEventType>(row: Pick<AgentRow, 'id' | 'workspaceId'>, type: T) => ({
  type,
  workspaceId: row.workspaceId,
  agentId: row.id,
})

/**
 * Stores a new agent; undefined if the id is taken. Needs a transaction. @throws NOT_FOUND for ids or workspaces that
 * are gone
 */
export async function insert(
  tx: Ctx,
  revisions: Revisions,
  { keepWorkspace, pictures }: Pick<Membership, 'keepWorkspace' | 'pictures'>,
  agent: { id: string; workspaceId: string; config: AgentConfig; copyOf?: string },
): Promise<AgentRow | undefined> {
  const { id, workspaceId, config, copyOf } = agent
  if (keepWorkspace && !(await keepWorkspace(tx, workspaceId))) throw new AppError('NOT_FOUND')
  const secretKey = newSecretKey()
  const now = tx.now()
  const row: AgentRow = {
    id,
    workspaceId,
    ...revisions.published({ id, workspaceId }, config, secretKey),
    secretHash: sha256(secretKey),
    internal: {},
    version: 1,
    lastVersion: 1,
    lastModified: now,
    createdAt: now,
    userId: tx.actor.kind === 'session' ? tx.actor.userId : '',
    generatedStarters: null,
    startersDueAt: null,
  }
  if (!(await repository.insert(tx.db, row))) return undefined
  // Checked after the insert, which waits for a deletion under way. The error rolls the insert back.
  const before = await repository.lastOwner(tx.db, id)
  if (before !== undefined && before !== workspaceId) throw new AppError('NOT_FOUND')
  await pictures?.use(tx, { workspaceId, agentId: id }, config)
  const born = { ...eventOf(row, 'agent.created'), at: now.getTime() }
  const created = copyOf === undefined ? born : { ...born, copyOf }
  await tx.emit(created)
  if (copyOf !== undefined) await tx.emit({ ...eventOf(row, 'agent.copied'), copyOf })
  return row
}

export interface ImportInput {
  readonly uid: string
  readonly file?: unknown
  readonly format?: ImportFormat | undefined
  readonly title?: string | undefined
  readonly dryRun: boolean
}

export interface TemplateStart {
  readonly title: string
  readonly template: TemplateId
  /** The call's workspace if absent. */
  readonly workspaceId?: string | undefined
  /** English if absent. */
  readonly lang?: Language | undefined
  /** Of the person who creates it; UTC if absent or unknown here, since browsers may know newer zones. */
  readonly timeZone?: string | undefined
  /** Whose agent it is, for its instructions. */
  readonly business?: string | undefined
}

export function createAgentCreation(revisions: Revisions, membership: Membership) {
  const make = (ctx: Ctx, workspaceId: string, config: AgentConfig, copyOf?: string): Promise<Agent> =>
    ctx.tx(async (tx) => {
      await tx.assertStill?.(tx)
      const from = copyOf === undefined ? {} : { copyOf }
      const row = await insert(tx, revisions, membership, { id: newAgentId(), workspaceId, config, ...from })
      if (!row) throw new AppError('CONFLICT')
      return revisions.agent(row)
    })

  return {
    templates: createAgentTemplates(make, membership.pictures),
    async fromTemplate(ctx: Ctx, { title, template, timeZone, ...start }: TemplateStart): Promise<Agent> {
      const workspace = await workspaceForNew(ctx, membership, start.workspaceId)
      const config = newAgentConfig(startOf(template, title, start.lang, start.business))
      const zone = timeZone !== undefined && isTimeZone(timeZone) ? { timeZone } : {}
      return make(ctx, workspace, { ...config, handoffHours: { ...config.handoffHours, ...zone } })
    },

    async import(
      ctx: Ctx,
      { file, format, title, dryRun }: ImportInput,
    ): Promise<{ data: Agent | null; report: Imported['report'] }> {
      const { config, report } = importAgent(file, { ...(format ? { format } : {}), ...(title ? { title } : {}) })
      return { data: dryRun ? null : await make(ctx, ctx.workspaceId, config), report }
    },

    async duplicate(ctx: Ctx, agentId: string, named?: string): Promise<Agent> {
      const row = await owned(ctx, agentId, repository.find)
      // Must not cut a surrogate pair in half.
      const title = named ?? row.title.slice(0, TITLE_MAX - COPY.length).replace(/[\uD800-\uDBFF]$/, '') + COPY
      const config = AgentConfig.parse({ ...OpenConfig.parse(row.config), waVerifyPassed: false, title })
      return make(ctx, row.workspaceId, config, agentId)
    },
  }
}
