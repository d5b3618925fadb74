// Owns what client users may read and change of an agent, and agents they create.
import type { Language } from '@parlance/contract/accounts/languages'
import { ClientAgentConfig, type ClientAgentPatch } from '@parlance/contract/agents/client-agent-schemas'
import { clientAgentFields } from '@parlance/contract/agents/client-fields'
import type { Agent, AgentConfig, TemplateId } from '@parlance/contract/agents/schemas'
import { unfitTabs } from '@parlance/contract/agents/unfit-tabs'
import { AppError } from '@parlance/contract/lib/errors'
import type { ClientAgent } from '@parlance/contract/orgs/client-account-api'
import { msg } from '@parlance/i18n/messages'
import type { z } from 'zod'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import type { Draft } from './revisions.ts'
import type { Agents } from './service.ts'

interface Copy {
  readonly config: ClientAgentConfig
  readonly version: number
}
type Change = ClientAgentPatch & { readonly agentId: string; readonly version?: number | undefined }

export interface ClientAgentsDeps {
  readonly agents: Pick<Agents, 'get' | 'save' | 'saveDraft' | 'saveBackup' | 'fromTemplate'>
  /** Creates an agent with `make` and assigns it to the org and the client user, in one transaction. */
  readonly makeAgentFor: <T extends { readonly ID: string }>(
    ctx: Ctx,
    name: { readonly uid: string; readonly orgId: string; readonly clientId: string },
    make: (tx: Ctx) => Promise<T>,
  ) => Promise<T>
}

/** The access rule of the call has checked that they may open the agent and one of its pages. */
export interface ClientAgents {
  readonly get: (
    ctx: Ctx,
    agentId: string,
  ) => Promise<{ ID: string; lastModified: number; published: Copy; draft: Copy | null }>
  /** @throws FORBIDDEN for a field of a page they cannot open; STALE without the newer copy */
  readonly saveDraft: (ctx: Ctx, change: Change) => Promise<Copy | null>
  /** Discards unpublished changes of their fields; those of other fields are kept. */
  readonly discardDraft: (ctx: Ctx, agentId: string) => Promise<Copy | null>
  /** Keeps a version. @throws as `saveDraft`, and CONFLICT if tests of the agent fail */
  readonly publish: (ctx: Ctx, change: Change) => Promise<Copy>
  readonly create: (
    ctx: Ctx,
    wanted: {
      agentName: string
      agentTemplate: TemplateId
      lang?: Language | undefined
      timeZone?: string | undefined
    },
  ) => Promise<z.infer<typeof ClientAgent>>
}

export function createClientAgents({ agents, makeAgentFor }: ClientAgentsDeps): ClientAgents {
  return {
    async get(ctx, agentId) {
      const { data, version, draft } = await agents.get(ctx, agentId)
      return {
        ID: data.ID,
        lastModified: data.lastModified,
        published: { config: shown(data), version },
        draft: copyOf(draft),
      }
    },
    async saveDraft(ctx, change) {
      assertFields(ctx, change)
      return copyOf(await agents.saveDraft(ctx, change).catch(withoutCopy))
    },
    async discardDraft(ctx, agentId) {
      const { data, draft } = await agents.get(ctx, agentId)
      if (!draft) return null
      return copyOf(await agents.saveDraft(ctx, { agentId, ...ownFields(ctx, data, draft) }))
    },
    async publish(ctx, change) {
      assertFields(ctx, change)
      const { data, version } = await agents.save(ctx, change, { creates: false }).catch(withoutCopy)
      await agents.saveBackup(ctx, change.agentId, ctx.workspaceId)
      return { config: shown(data), version }
    },
    async create(ctx, { agentName, agentTemplate: template, lang, timeZone }) {
      const { workspaceId: uid, orgId, clientId } = clientOf(ctx)
      const made = await makeAgentFor(ctx, { uid, orgId, clientId }, (tx) =>
        // Created on behalf of the workspace: client users may not create agents themselves.
        agents.fromTemplate(
          { ...tx, workspaceId: uid, actor: { kind: 'system', workspaceId: uid } },
          { title: agentName, template, workspaceId: uid, lang, timeZone },
        ),
      )
      ctx.audit?.({ workspaceId: uid })
      const { ID, title, roundedImageURL, lastModified, agentPlatform } = made
      return { ID, title, roundedImageURL, lastModified, unfitTabs: unfitTabs(agentPlatform) }
    },
  }
}

function clientOf({ actor }: Ctx): ClientActor {
  if (actor.kind !== 'client') throw new AppError('FORBIDDEN')
  return actor
}

function shown(config: AgentConfig): ClientAgentConfig {
  const start = config.enableNodes ? config.nodes.find(({ type }) => type === 'start') : undefined
  return ClientAgentConfig.parse({ ...config, opening: start?.startConfig ?? null })
}
const copyOf = (draft: Draft | null): Copy | null => draft && { config: shown(draft.config), version: draft.version }

function assertFields(ctx: Ctx, change: Change): void {
  const may = clientAgentFields(clientOf(ctx).canAccess)
  const given = Object.entries(change).flatMap(([field, value]) => (value === undefined ? [] : [field]))
  if (given.some((field) => field !== 'agentId' && field !== 'version' && !may.has(field)))
    throw new AppError('FORBIDDEN', msg('tab_not_allowed'))
}

/** What parts of `voiceConfig` mean when they are absent; a merge keeps those of the draft. */
const VOICE_ABSENT = {
  config: { engine: 'parlance', fillerWordsOnToolUsage: true },
  transcriber: { patienceFactor: 1 },
  speechGen: { wordsReplacements: [], backChannelling: false },
}
const SECTIONS = ['config', 'transcriber', 'speechGen'] as const

/** The published fields that the client user may change. */
function ownFields(ctx: Ctx, agent: Agent, draft: Draft): ClientAgentPatch {
  const may = clientAgentFields(clientOf(ctx).canAccess)
  const config = shown(agent)
  const drafted = draft.config.voiceConfig
  const voiceConfig = Object.fromEntries(
    SECTIONS.map((section) => {
      const absent = Object.entries(VOICE_ABSENT[section]).filter(([part]) => part in drafted[section])
      return [section, { ...Object.fromEntries(absent), ...config.voiceConfig[section] }]
    }),
  )
  const fields = Object.entries({ ...config, voiceConfig })
  return Object.fromEntries(fields.filter(([field, value]) => may.has(field) && value !== undefined))
}

/** The newer copy in a STALE error contains the whole agent, so it is removed. */
function withoutCopy(error: unknown): never {
  throw error instanceof AppError && error.code === 'STALE' ? new AppError('STALE') : error
}
