// Configurations for turns and visitors: at most one small query per turn, parsed configurations are cached.
import { LRUCache } from 'lru-cache'
import { AgentConfig, type PublicAgent } from '@parlance/contract/agents/schemas'
import { offeredStarters } from '@parlance/contract/agents/generated-starters'
import { allowsOrigin } from '@parlance/contract/agents/allowed-sites'
import { effectivePrompt, publicAgent, type EffectivePrompt } from '@parlance/engine/agents/draft'
import { AppError } from '@parlance/contract/lib/errors'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Revisions } from './revisions.ts'
import * as repository from './repository.ts'

/** Cached copies; a parsed configuration takes 5 to 50 KB. */
const CACHED = 500
/** Staleness of saves on other nodes; those on this node are seen at once. */
const HEAD_MS = 2000
const HEADS = 5000

export interface TurnAgent {
  readonly agentId: string
  readonly workspaceId: string
  readonly title: string
  readonly version: number
  /** Without secrets (empty strings instead). Shared between turns: do not modify. */
  readonly config: AgentConfig
  readonly effective: EffectivePrompt
  /** Of the published copy, also when the draft answers; 0 means no cap. */
  readonly messagesLimit: number
  /** Credits in a calendar month, likewise. */
  readonly maxTokensUsage: number
}

interface Copy {
  readonly version: number
  readonly config: AgentConfig
  readonly effective: EffectivePrompt
}

/** Whether the request comes from our own page: browsers send Origin otherwise. */
function isOurs(origin: string, host: string | null, appOrigin: string): boolean {
  if (!URL.canParse(origin)) return false
  return new URL(origin).host === host || (URL.canParse(appOrigin) && new URL(appOrigin).origin === origin)
}

/** Whether the calling page may embed the agent. Clients other than browsers send no Origin. */
function mayCall({ request }: Ctx, { config }: Copy, appOrigin: string): boolean {
  const origin = request?.headers.get('origin') ?? undefined
  if (origin === undefined || allowsOrigin(config.allowedDomains, origin)) return true
  return isOurs(origin, request?.headers.get('host') ?? null, appOrigin)
}

/** @param cached how many copies stay in memory; none of them holds a secret */
export function createRuntimeConfigs(
  secrets: Pick<Revisions, 'agent' | 'draft'>,
  appOrigin: () => string = () => '',
  cached = CACHED,
) {
  const copies = new LRUCache<string, Copy>({ max: cached })
  const publishedHead = memoize(
    { ttlMs: HEAD_MS, max: HEADS, key: (ctx: Ctx, agentId: string) => `${ctx.region}|${agentId}` },
    (ctx, agentId) => repository.headOf(ctx.db, agentId, { draft: false }),
  )

  async function current(ctx: Ctx, agentId: string, head: repository.Head): Promise<Copy | undefined> {
    const wanted = head.draftVersion ?? head.version
    // A partial publication gives both copies one number; the creation time distinguishes agents that reused an id.
    const which = head.draftVersion === null ? 'published' : 'draft'
    const key = `${ctx.region}|${agentId}|${head.createdAt.getTime()}|${which}|${wanted}`
    const known = copies.get(key)
    if (known) return known
    const row =
      (head.draftVersion === null ? undefined : await repository.findDraft(ctx.db, agentId)) ??
      (await repository.find(ctx.db, agentId))
    if (!row) return undefined
    const config = AgentConfig.parse(row.config)
    const copy = { version: row.version, config, effective: effectivePrompt(config) }
    // A concurrent save created a newer copy: it is returned but not cached under the old version.
    if (row.version === wanted) copies.set(key, copy)
    return copy
  }

  return {
    /** Call it after committing a change of the published copy. */
    changed: (ctx: Ctx, agentId: string) => publishedHead.forget(ctx, agentId),

    async forTurn(ctx: Ctx, agentId: string, options: { draft: boolean }): Promise<TurnAgent | undefined> {
      const head = await (options.draft ? repository.headOf(ctx.db, agentId, options) : publishedHead(ctx, agentId))
      const copy = head && (await current(ctx, agentId, head))
      // Owners may call with their key from anywhere.
      const isVisitors = ctx.actor.kind === 'nobody' || ctx.actor.kind === 'visitor'
      if (!copy || (isVisitors && !mayCall(ctx, copy, appOrigin()))) return undefined
      const { workspaceId, messagesLimit, maxTokensUsage } = head
      return { agentId, workspaceId, title: copy.config.title, ...copy, messagesLimit, maxTokensUsage }
    },

    async dialogueKey(ctx: Ctx, agentId: string, { draft }: { draft: boolean }): Promise<string> {
      const row = await repository.find(ctx.db, agentId)
      const changed = row && draft ? await repository.findDraft(ctx.db, agentId) : undefined
      if (!row) return ''
      return (changed ? secrets.draft(row, changed).config : secrets.agent(row)).VF_DIALOGUE_API_KEY
    },

    async publicGet(ctx: Ctx, agentId: string): Promise<PublicAgent> {
      const head = await publishedHead(ctx, agentId)
      const copy = head && (await current(ctx, agentId, head))
      if (!copy || !mayCall(ctx, copy, appOrigin())) throw new AppError('NOT_FOUND')
      const starterQuestions = [...offeredStarters(copy.config, head.generatedStarters?.questions)]
      return publicAgent({ ...copy.config, starterQuestions, ID: agentId })
    },

    async allowedDomains(ctx: Ctx, agentId: string): Promise<readonly string[] | undefined> {
      const head = await publishedHead(ctx, agentId)
      return (head && (await current(ctx, agentId, head)))?.config.allowedDomains
    },

    async signingKey(ctx: Ctx, agentId: string) {
      const row = await repository.find(ctx.db, agentId)
      return row && { workspaceId: row.workspaceId, key: secrets.agent(row).SECRET_API_KEY, mark: row.secretHash }
    },
  }
}
