// Owns agents: their published and draft configuration, older versions, secrets, and what a turn or a visitor reads of them.
import type {
  Agent,
  AgentSummary,
  AgentVersion,
  OpenConfig,
  PublicAgent,
  TemplateId,
} from '@parlance/core/agents/agents'
import { OpenConfig as OpenConfigSchema } from '@parlance/core/agents/agents'
import { AppError } from '@parlance/core/kit/errors'
import { randomId } from '@parlance/core/kit/ids'
import { unixSeconds } from '@parlance/core/kit/time'
import type { Ctx } from '../../platform/ctx.ts'
import type { Vault } from '../../platform/crypto.ts'
import { authorOf, type Membership } from './agents.access.ts'
import { createCopies, summaryOf, type Draft } from './agents.copies.ts'
import { createReading, type TurnAgent } from './agents.reading.ts'
import { createMaking, eventOf, owned } from './agents.making.ts'
import { createSaving, type Saved, type SaveInput } from './agents.saving.ts'
import * as store from './agents.store.ts'
import { functionsUse } from './usage.store.ts'
import type { VersionRow } from './agents.table.ts'

export type { Draft, Saved, SaveInput, TurnAgent }

/** Older published copies kept of an agent. */
export const VERSIONS_KEPT = 20
const PAGE = 25
const SUMMARIES = 200

export interface AgentsDeps extends Membership {
  readonly vault: Vault
  /** `publicUrl` is read on every use, because it is known only once the server listens. */
  readonly settings: { readonly publicUrl: string }
}

export interface AgentsList {
  readonly items: (AgentSummary & { agentPlatform: 'vg' | 'vf'; hasUnpublishedDraft: boolean })[]
  readonly nextCursor: string | null
}

/**
 * All by-agent calls but `publicGet`, `forTurn`, `workspaceOf` and `bySecretHash` act inside `ctx.workspaceId` and
 * answer NOT_FOUND for any other tenant's agent.
 */
export interface Agents {
  /** Newest-modified first; `search` finds parts of titles. INVALID_INPUT for a cursor that is not ours. */
  readonly list: (
    ctx: Ctx,
    query: { uid: string; search?: string | undefined; cursor?: string | undefined; limit?: number | undefined },
  ) => Promise<AgentsList>
  readonly summaries: (ctx: Ctx, uid: string) => Promise<AgentSummary[]>
  /** The agent's own key sees no draft. */
  readonly get: (ctx: Ctx, agentId: string) => Promise<Saved & { draft: Draft | null }>
  /** Merges and publishes, or makes the agent. STALE with `{ agent, version }`, FORBIDDEN for another owner's. */
  readonly save: (ctx: Ctx, input: SaveInput) => Promise<Saved>
  /** Null when nothing is left unpublished. STALE likewise, with the newer draft. */
  readonly saveDraft: (ctx: Ctx, input: SaveInput) => Promise<Draft | null>
  readonly discardDraft: (ctx: Ctx, agentId: string) => Promise<void>
  readonly delete: (ctx: Ctx, agentId: string) => Promise<void>
  /** Gives every agent of the context's workspace the secret key of this renewal. Repeating it changes nothing. */
  readonly renewSecrets: (ctx: Ctx, renewal: string) => Promise<void>
  readonly duplicate: (ctx: Ctx, agentId: string) => Promise<Agent>
  /** Without a workspace: the one of the call. */
  readonly fromTemplate: (ctx: Ctx, title: string, template: TemplateId, workspaceId?: string) => Promise<Agent>
  readonly versions: (ctx: Ctx, agentId: string) => Promise<AgentVersion[]>
  /** Keeps the published copy; again for the same copy answers the one kept before. */
  readonly saveBackup: (ctx: Ctx, agentId: string, workspaceId: string) => Promise<AgentVersion>
  readonly latestBackup: (ctx: Ctx, agentId: string) => Promise<(AgentVersion & { config: OpenConfig }) | null>
  /** NOT_FOUND for an unknown id. */
  readonly publicGet: (ctx: Ctx, agentId: string) => Promise<PublicAgent>
  /** The copy that answers a turn, the draft where `draft` is asked for and there is one; undefined for an unknown id. */
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** Titles by id of those of the call's workspace; others are left out. */
  readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** How many agents of a workspace name each of these functions; those that none names are left out. */
  readonly functionsUse: (
    ctx: Ctx,
    workspaceId: string,
    functionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, number>>
  readonly workspaceOf: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  /** Whose secret key has this SHA-256. */
  readonly bySecretHash: (ctx: Ctx, hash: string) => Promise<{ agentId: string; workspaceId: string } | undefined>
}

export function createAgents({ vault, settings, ...membership }: AgentsDeps): Agents {
  const copies = createCopies(vault, () => settings.publicUrl)
  const saving = createSaving(copies, membership, vault)
  const { changed, ...reading } = createReading()
  return {
    ...createMaking(copies, membership),
    ...saving,
    ...reading,
    ...history,
    list,
    summaries: async (ctx, uid) =>
      (await store.list(ctx.db, { workspaceId: uid, limit: SUMMARIES })).map((listed) => summaryOf(listed)),
    async get(ctx, agentId) {
      const row = await owned(ctx, agentId, store.find)
      // Drafts are closed to the agent's own key, in reading as in writing.
      const draft = ctx.actor.kind === 'agent' ? undefined : await store.findDraft(ctx.db, agentId)
      return { data: copies.agent(row), version: row.version, draft: draft ? copies.draft(row, draft) : null }
    },
    async save(ctx, input) {
      const saved = await saving.save(ctx, input)
      changed(ctx, input.agentId)
      return saved
    },
    async delete(ctx, agentId) {
      await ctx.tx(async (tx) => {
        const row = await owned(tx, agentId, store.lock)
        await store.remove(tx.db, row, tx.now())
        await tx.emit(eventOf(row, 'agent.deleted'))
      })
      changed(ctx, agentId)
    },
    functionsUse: (ctx, workspaceId, functionIds) => functionsUse(ctx.db, workspaceId, functionIds),
    titles: (ctx, agentIds) => store.titles(ctx.db, ctx.workspaceId, agentIds),
    workspaceOf: (ctx, agentId) => store.workspaceOf(ctx.db, agentId),
    bySecretHash: (ctx, hash) => store.bySecretHash(ctx.db, hash),
  }
}

const list: Agents['list'] = async (ctx, { uid, search, cursor, limit = PAGE }) => {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  const found = await store.list(ctx.db, { workspaceId: uid, search: search?.trim(), after, limit: limit + 1 })
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((listed) => ({
      ...summaryOf(listed),
      agentPlatform: listed.row.platform,
      hasUnpublishedDraft: listed.hasDraft,
    })),
    nextCursor: found.length > limit && last ? writeCursor(last.row) : null,
  }
}

const writeCursor = (row: { lastModified: Date; id: string }) =>
  Buffer.from(`${row.lastModified.getTime()}.${row.id}`).toString('base64url')

function readCursor(cursor: string): { lastModified: Date; id: string } {
  const [, ms, id] = /^(\d{1,14})\.([A-Za-z0-9]{1,100})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (ms === undefined || id === undefined)
    throw new AppError('INVALID_INPUT', 'The cursor is not one of this list. Start from the first page.')
  return { lastModified: new Date(Number(ms)), id }
}

const versionOf = (row: VersionRow): AgentVersion => ({
  id: row.id,
  agentId: row.agentId,
  ts: unixSeconds(row.at),
  author: row.author,
  title: row.title,
})

const history: Pick<Agents, 'versions' | 'saveBackup' | 'latestBackup'> = {
  async versions(ctx, agentId) {
    await owned(ctx, agentId, store.find)
    return (await store.versions(ctx.db, agentId, VERSIONS_KEPT)).map(versionOf)
  },
  saveBackup: (ctx, agentId, workspaceId) =>
    ctx.tx(async (tx) => {
      const row = await owned(tx, agentId, store.lock)
      if (workspaceId !== row.workspaceId) throw new AppError('NOT_FOUND')
      const { version, config, title } = row
      const author = authorOf(tx.actor)
      const copy = { id: randomId(20), agentId, version, config, title, author, at: tx.now() }
      return versionOf(await store.keepVersion(tx.db, copy, VERSIONS_KEPT))
    }),
  async latestBackup(ctx, agentId) {
    await owned(ctx, agentId, store.find)
    const [row] = await store.versions(ctx.db, agentId, 1)
    return row ? { ...versionOf(row), config: OpenConfigSchema.parse(row.config) } : null
  },
}
