// Owns agents: published and draft configuration, older versions, secrets, and reads for turns and visitors.
import type {
  Agent,
  AgentConfig,
  AgentExport,
  AgentSummary,
  AgentVersion,
  ImportReport,
  PublicAgent,
} from '@parlance/contract/agents/schemas'
import { AgentSecrets, OpenConfig, SECRET_FIELDS } from '@parlance/contract/agents/schemas'
import type { ListedAgent } from '@parlance/contract/agents/api'
import type { AgentFigures } from '@parlance/contract/analytics/api'
import type { CssCheck } from '@parlance/contract/agents/css'
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast } from '@parlance/contract/lib/roles'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Membership } from './new-agent-workspace.ts'
import { createRevisions, OpenAgent, summaryOf, type Draft } from './revisions.ts'
import { createRuntimeConfigs, type TurnAgent } from './runtime-config.ts'
import { createHistory } from './versions.ts'
import { createAgentCreation, eventOf, type ImportInput, owned, type TemplateStart } from './create-agent.ts'
import { createCssSanitizer } from './sanitize-css.ts'
import type { LibraryTools, NewAgentHook, CssCleaner, PublishGate } from './ports.ts'
import { agentStarters, type AgentStarters } from './starters.ts'
import { createAgentSaving, type Changed, type Saved, type SaveInput } from './save-agent.ts'
import * as repository from './repository.ts'
import type { AgentTemplates } from './templates.ts'
import { functionsUse } from './usage.repository.ts'
import { pageOf, readCursor } from '../../lib/cursor.ts'

export { VERSIONS_KEPT } from './save-agent.ts'
export type { Draft, Saved, SaveInput, TurnAgent }

const PAGE = 25
const SUMMARIES = 200
const DELETED_AT_ONCE = 100

export interface AgentsDeps extends Membership {
  readonly vault: Vault
  /** Read on every use: known only once the server listens. */
  readonly appOrigin: () => string
  readonly libraryTools: LibraryTools
  /** If absent, everything may be published. */
  readonly publishGate?: PublishGate
  /** If absent, visitors get no CSS of owners. */
  readonly customCss?: CssCleaner
  readonly newAgentHook?: NewAgentHook
  /** Extra data for agent cards; none when absent. */
  readonly atAGlance?: AtAGlance
}

export interface AtAGlance {
  readonly figures: (ctx: Ctx, agentIds: readonly string[]) => Promise<readonly AgentFigures[]>
  readonly clients: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>
}

export interface AgentsList {
  readonly items: ListedAgent[]
  readonly nextCursor: string | null
}

/**
 * By-agent calls act inside `ctx.workspaceId`, NOT_FOUND otherwise, except `publicGet`, `forTurn`, `workspaceOf`,
 * `bySecretHash`.
 */
export interface Agents extends AgentStarters {
  /** Newest-modified first; `search` finds parts of titles. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (
    ctx: Ctx,
    query: {
      uid: string
      search?: string | undefined
      cursor?: string | undefined
      limit?: number | undefined
      include?: 'figures' | undefined
    },
  ) => Promise<AgentsList>
  readonly summaries: (ctx: Ctx, uid: string) => Promise<AgentSummary[]>
  /** The agent's own key sees no draft; viewers see empty strings instead of secrets. */
  readonly get: (ctx: Ctx, agentId: string) => Promise<Saved & { draft: Draft | null }>
  /** Merges and publishes, or creates the agent if allowed; the draft keeps its other changes. @throws STALE, FORBIDDEN */
  readonly save: (ctx: Ctx, input: SaveInput, options?: { creates?: boolean }) => Promise<Saved>
  /** Null if nothing is unpublished afterwards. @throws STALE with the newer draft */
  readonly saveDraft: (ctx: Ctx, input: SaveInput) => Promise<Draft | null>
  readonly discardDraft: (ctx: Ctx, agentId: string) => Promise<void>
  readonly delete: (ctx: Ctx, agentId: string) => Promise<void>
  /** Deletes all agents of the context's workspace, one after another. Idempotent. */
  readonly deleteAll: (ctx: Ctx) => Promise<void>
  /** Gives every agent of the context's workspace the secret key of this renewal. Idempotent. */
  readonly renewSecrets: (ctx: Ctx, renewal: string) => Promise<void>
  /** Publishes what the pure `change` makes of the copy, and of the draft, without tests. Joins the transaction. */
  readonly change: (
    ctx: Ctx,
    agentId: string,
    change: (config: AgentConfig) => AgentConfig,
  ) => Promise<{ readonly before: AgentConfig; readonly after: AgentConfig }>
  /** Published configurations of agents of the context's workspace by id, with their versions; others are left out. */
  readonly published: (
    ctx: Ctx,
    agentIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly config: OpenConfig; readonly version: number }>>
  /** The title is that of the agent with an ending if absent. */
  readonly duplicate: (ctx: Ctx, agentId: string, title?: string) => Promise<Agent>
  readonly fromTemplate: (ctx: Ctx, start: TemplateStart) => Promise<Agent>
  readonly templates: AgentTemplates
  readonly versions: (ctx: Ctx, agentId: string) => Promise<AgentVersion[]>
  /** Stores the published copy as a version. Idempotent per copy. */
  readonly saveBackup: (ctx: Ctx, agentId: string, workspaceId: string) => Promise<AgentVersion>
  readonly latestBackup: (ctx: Ctx, agentId: string) => Promise<(AgentVersion & { config: OpenConfig }) | null>
  /** @throws NOT_FOUND for a version of another agent or one that was deleted */
  readonly version: (ctx: Ctx, agentId: string, versionId: string) => Promise<AgentVersion & { config: OpenConfig }>
  /** Replaces the draft by the version, keeping secrets; null if that equals the published copy. @throws STALE */
  readonly restoreVersion: (
    ctx: Ctx,
    input: { agentId: string; versionId: string; version?: number | undefined },
  ) => Promise<Draft | null>
  /** Exports the draft, or the published copy if there is none; includes functions of the library. */
  readonly export: (ctx: Ctx, agentId: string) => Promise<AgentExport>
  /** @throws INVALID_INPUT for an unreadable file. Then, and for a dry run, nothing is created. */
  readonly import: (ctx: Ctx, input: ImportInput) => Promise<{ data: Agent | null; report: ImportReport }>
  /** Returns the new key; the old one becomes invalid. */
  readonly renewSecretKey: (ctx: Ctx, agentId: string) => Promise<string>
  /** Calls the configured hook for a new agent, unless it was deleted meanwhile. */
  readonly announce: (ctx: Ctx, agentId: string) => Promise<void>
  /** @throws NOT_FOUND for an unknown id, or if the calling site may not embed the widget */
  readonly publicGet: (ctx: Ctx, agentId: string) => Promise<PublicAgent>
  /** The sites that may embed the widget; empty allows all; undefined for an unknown id. */
  readonly allowedDomains: (ctx: Ctx, agentId: string) => Promise<readonly string[] | undefined>
  /** The key with which a site signs identities of visitors; `mark` changes with it. Only for verification. */
  readonly signingKey: (
    ctx: Ctx,
    agentId: string,
  ) => Promise<{ readonly workspaceId: string; readonly key: string; readonly mark: string } | undefined>
  readonly cssCheck: (css: string) => Promise<CssCheck>
  /** The copy that answers a turn; with `draft`, the draft if there is one. Undefined for an unknown id. */
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** The Voiceflow key of the copy that answers a turn; empty if there is none. Only for turns. */
  readonly dialogueKey: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<string>
  readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Number of agents of a workspace that use each of these functions; unused ones are left out. */
  readonly functionsUse: (
    ctx: Ctx,
    workspaceId: string,
    functionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>
  /** Those of these ids that are agents of the region; locked if in a transaction. */
  readonly existing: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly workspaceOf: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  /** Cached: a deletion on another node is seen up to five seconds late. */
  readonly cachedWorkspaceOf: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly bySecretHash: (ctx: Ctx, hash: string) => Promise<{ agentId: string; workspaceId: string } | undefined>
}

export function createAgents(deps: AgentsDeps): Agents {
  const { vault, appOrigin, libraryTools, publishGate, customCss, newAgentHook, atAGlance, ...membership } = deps
  const revisions = createRevisions(vault, appOrigin)
  const saving = createAgentSaving(revisions, membership, vault, publishGate)
  const { changed, publicGet, ...reading } = createRuntimeConfigs(revisions, appOrigin)
  const sanitizeCss = createCssSanitizer(customCss)
  // An agent never moves to another workspace.
  const cachedWorkspaceOf = memoize(
    { ttlMs: 5000, max: 20_000, key: (ctx: Ctx, agentId: string) => `${ctx.region}:${agentId}` },
    (ctx, agentId) => repository.workspaceOf(ctx.db, agentId),
  )
  const remove = async (ctx: Ctx, agentId: string) => {
    await ctx.tx(async (tx) => {
      const row = await owned(tx, agentId, repository.lock)
      await repository.remove(tx.db, row, tx.now())
      await tx.emit(eventOf(row, 'agent.deleted'))
    })
    changed(ctx, agentId)
    cachedWorkspaceOf.forget(ctx, agentId)
  }
  return {
    ...createAgentCreation(revisions, membership),
    ...saving,
    ...reading,
    ...agentStarters,
    publicGet: async (ctx, agentId) => sanitizeCss(await publicGet(ctx, agentId)),
    cssCheck: async (css) => customCss?.check(css) ?? { css: '', problems: [] },
    ...createHistory({ revisions, libraryTools, ...membership }),
    list: listAgents(atAGlance),
    summaries: async (ctx, uid) =>
      (await repository.list(ctx.db, { workspaceId: uid, limit: SUMMARIES })).map((listed) => summaryOf(listed)),
    async get(ctx, agentId) {
      const row = await owned(ctx, agentId, repository.find)
      // The agent's own key may neither read nor write drafts.
      const draft = ctx.actor.kind === 'agent' ? undefined : await repository.findDraft(ctx.db, agentId)
      const found = { data: revisions.agent(row), draft: draft ? revisions.draft(row, draft) : null }
      // Dropping a draft counts as a version: editors get a higher one than that of any draft before.
      const version = ctx.actor.kind === 'agent' || draft ? row.version : row.lastVersion
      return { ...((await builds(ctx, membership)) ? found : unsecret(found)), version }
    },
    async save(ctx, input, options) {
      const saved = await saving.save(ctx, input, options)
      changed(ctx, input.agentId)
      return saved
    },
    async change(ctx, agentId, change) {
      const found: Changed = await saving.change(ctx, agentId, change)
      changed(ctx, agentId)
      return found
    },
    async published(ctx, agentIds) {
      const rows = await repository.configs(ctx.db, ctx.workspaceId, agentIds)
      return new Map(rows.map(({ id, config, version }) => [id, { config: OpenConfig.parse(config), version }]))
    },
    delete: remove,
    async deleteAll(ctx) {
      for (let after = ''; ;) {
        const ids = await repository.idsAfter(ctx.db, ctx.workspaceId, after, DELETED_AT_ONCE)
        for (const id of ids)
          await remove(ctx, id).catch((error: unknown) => {
            // Another user deleted it meanwhile.
            if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
          })
        after = ids.at(-1) ?? ''
        if (ids.length < DELETED_AT_ONCE) return
      }
    },
    async announce(ctx, agentId) {
      const row = newAgentHook && (await repository.find(ctx.db, agentId))
      if (row?.workspaceId === ctx.workspaceId) await newAgentHook?.(OpenAgent.parse(revisions.agent(row)))
    },
    functionsUse: (ctx, workspaceId, functionIds) => functionsUse(ctx.db, workspaceId, functionIds),
    titles: (ctx, agentIds) => repository.titles(ctx.db, ctx.workspaceId, agentIds),
    existing: (ctx, agentIds) => repository.existing(ctx.db, agentIds),
    workspaceOf: (ctx, agentId) => repository.workspaceOf(ctx.db, agentId),
    cachedWorkspaceOf,
    bySecretHash: (ctx, hash) => repository.bySecretHash(ctx.db, hash),
  }
}

/** Whether the caller may edit agents, and so see their secrets. */
async function builds({ actor, ...ctx }: Ctx, { roleOf }: Pick<Membership, 'roleOf'>): Promise<boolean> {
  if (actor.kind !== 'session') return true
  const role = await roleOf({ ...ctx, actor }, ctx.workspaceId, actor.email)
  return role !== undefined && roleAtLeast(role, 'editor')
}

const NO_SECRETS = AgentSecrets.parse(Object.fromEntries(SECRET_FIELDS.map((field) => [field, ''])))
const unsecret = ({ data, draft }: { data: Agent; draft: Draft | null }) => ({
  data: { ...data, ...NO_SECRETS, SECRET_API_KEY: '' },
  draft: draft && { ...draft, config: { ...draft.config, ...NO_SECRETS } },
})

const listAgents =
  (atAGlance: AtAGlance | undefined): Agents['list'] =>
  async (ctx, { uid, search, cursor, limit = PAGE, include }) => {
    const found = await repository.list(ctx.db, {
      workspaceId: uid,
      search: search?.trim(),
      after: readCursor(cursor),
      limit: limit + 1,
    })
    const { items, nextCursor } = pageOf(found, limit, ({ row }) => ({ at: row.lastModified, id: row.id }))
    const ids = items.map(({ row }) => row.id)
    const [figures, clients] =
      atAGlance && include === 'figures'
        ? await Promise.all([atAGlance.figures(ctx, ids), atAGlance.clients(ctx, ids)])
        : []
    return {
      items: items.map((listed, at) => ({
        ...summaryOf(listed),
        agentPlatform: listed.row.platform,
        hasUnpublishedDraft: listed.hasDraft,
        ...(figures?.[at] && { figures: { ...figures[at] } }),
        ...(clients && { clients: [...(clients.get(listed.row.id) ?? [])] }),
      })),
      nextCursor,
    }
  }
