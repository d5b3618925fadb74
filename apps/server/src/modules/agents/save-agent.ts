// Changes agents: merge saves that publish, and the draft, both with optimistic versions.
import { type Agent, type AgentConfig, type AgentSave } from '@parlance/contract/agents/schemas'
import { changedFields, completeConfig, mergeConfig } from '@parlance/engine/agents/draft'
import { findUnknownFormatter, type WrittenTexts } from '@parlance/engine/graph/problems'
import { sameConfig } from '@parlance/contract/agents/same-config'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import { renewedKey, sha256, type Vault } from '../../lib/crypto.ts'
import { authorOf, foreign, workspaceForNew, type Membership } from './new-agent-workspace.ts'
import { configOf, type Revisions, type Draft, OpenAgent } from './revisions.ts'
import { eventOf, insert, owned } from './create-agent.ts'
import type { PublishGate } from './ports.ts'
import * as repository from './repository.ts'
import type { AgentRow } from './schema.ts'

export type SaveInput = AgentSave & { agentId: string }
export interface Saved {
  readonly data: Agent
  readonly version: number
}

export const VERSIONS_KEPT = 20
const RENEWED_AT_ONCE = 200

/** Allows a publication, or throws CONFLICT with the reason. */
type Gated = (ctx: Ctx, input: SaveInput) => Promise<AgentConfig | undefined>

/**
 * The configuration that the agent's tests accepted; undefined if there is no gate. @throws CONFLICT with the reason
 */
const gated =
  (revisions: Revisions, gate: PublishGate | undefined): Gated =>
  async (ctx, input) => {
    if (!gate) return undefined
    const row = await repository.find(ctx.db, input.agentId)
    if (!row || row.workspaceId !== ctx.workspaceId) return undefined
    // An older version is rejected as STALE anyway.
    if (input.version !== undefined && input.version < row.version) return undefined
    const published = configOf(revisions.agent(row))
    const config = publishable(mergeConfig(published, input), input)
    if (config.publishGuard !== 'refuse') return undefined
    const draftRow = await repository.findDraft(ctx.db, row.id)
    const draft = draftRow && revisions.draft(row, draftRow).config
    const refusal = await gate(ctx, input.agentId, { config, published, draft })
    if (refusal !== undefined) throw new AppError('CONFLICT', refusal)
    return config
  }

export function createAgentSaving(revisions: Revisions, membership: Membership, vault: Vault, gate?: PublishGate) {
  const ask = gated(revisions, gate)
  const renew = (ctx: Ctx, agentId: string, renewal: string) =>
    ctx.tx(async (tx) => {
      const row = await repository.lock(tx.db, agentId)
      if (!row) return
      const key = renewedKey(vault, row.id, renewal)
      const { sealed } = revisions.published(row, configOf(revisions.agent(row)), key)
      await repository.update(tx.db, row.id, { sealed, secretHash: sha256(key) })
    })
  return {
    async renewSecrets(ctx: Ctx, renewal: string): Promise<void> {
      for (let after: string | undefined = ''; after !== undefined;) {
        const ids: string[] = await repository.idsAfter(ctx.db, ctx.workspaceId, after, RENEWED_AT_ONCE)
        for (const id of ids) await renew(ctx, id, renewal)
        after = ids.at(-1)
      }
    },
    async save(ctx: Ctx, input: SaveInput, { creates = true }: { creates?: boolean } = {}): Promise<Saved> {
      if (input.ID && input.ID !== input.agentId) throw new AppError('INVALID_INPUT', msg('id_mismatch'))
      const asked = await ask(ctx, input)
      return ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        const row = await repository.lock(tx.db, input.agentId)
        if (row) return publish(tx, revisions, await checked(tx, membership, row, input), input, asked)
        if (!creates) throw new AppError('NOT_FOUND')
        const made = await firstSave(tx, revisions, membership, input)
        if (made) return made
        // Concurrent first saves of one id: the later one updates what the earlier one created.
        const other = await repository.lock(tx.db, input.agentId)
        return publish(tx, revisions, await checked(tx, membership, other, input), input)
      })
    },
    change: (ctx: Ctx, agentId: string, change: (config: AgentConfig) => AgentConfig): Promise<Changed> =>
      ctx.tx((tx) => changeCopies(tx, revisions, membership, agentId, change)),
    saveDraft: (ctx: Ctx, input: SaveInput): Promise<Draft | null> =>
      ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        return changeDraft(tx, revisions, input, (before) => completeConfig(mergeConfig(before, input)))
      }),
    discardDraft: (ctx: Ctx, agentId: string): Promise<void> =>
      ctx.tx(async (tx) => {
        const row = await owned(tx, agentId, repository.lock)
        await endDraft(tx, row)
      }),
  }
}

/**
 * @throws INVALID_INPUT for a configuration that cannot answer, or a text with unknown placeholders. Drafts may have these.
 */
function publishable(given: object, changed: WrittenTexts): AgentConfig {
  const config = completeConfig(given)
  const unknown = findUnknownFormatter(changed, config)
  if (unknown) throw new AppError('INVALID_INPUT', msg('formatter_unknown', { ...unknown }))
  if (config.agentPlatform === 'vf' && config.VF_DIALOGUE_API_KEY.trim() === '')
    throw new AppError('INVALID_INPUT', msg('voiceflow_key_required'))
  return config
}

async function checked(
  tx: Ctx,
  membership: Membership,
  row: AgentRow | undefined,
  input: SaveInput,
): Promise<AgentRow> {
  // The access rule resolved no workspace if the id was free then.
  const workspaceId = tx.workspaceId || (await workspaceForNew(tx, membership, input.ownerID))
  if (!row || row.workspaceId !== workspaceId) throw new AppError('NOT_FOUND')
  if (input.ownerID && input.ownerID !== workspaceId) throw foreign()
  if (!tx.workspaceId) tx.audit?.({ workspaceId })
  return row
}

/** Returns undefined when the id was taken meanwhile. */
async function firstSave(
  tx: Ctx,
  revisions: Revisions,
  membership: Membership,
  input: SaveInput,
): Promise<Saved | undefined> {
  const workspaceId = await workspaceForNew(tx, membership, input.ownerID)
  if (!input.title) throw new AppError('INVALID_INPUT', msg('agent_name_required'))
  const row = await insert(tx, revisions, membership, {
    id: input.agentId,
    workspaceId,
    config: publishable(input, input),
  })
  if (row) await tx.auditIn?.(tx, { workspaceId })
  return row && { data: revisions.agent(row), version: row.version }
}

/**
 * Publishes exactly what the tests accepted (`asked`), and applies it to the draft; STALE if someone did in between.
 */
async function publish(
  tx: Ctx,
  revisions: Revisions,
  row: AgentRow,
  input: SaveInput,
  asked?: AgentConfig,
): Promise<Saved> {
  const before = revisions.agent(row)
  const draftRow = await repository.findDraft(tx.db, row.id)
  const draft = draftRow && revisions.draft(row, draftRow)
  refuseStale(tx, input, { before, row, draft })
  const config = publishable(mergeConfig(configOf(before), input), input)
  if (asked && !sameConfig(asked, config)) throw stale(before, row.version)
  // Programs with the agent's key must not change the publish guard.
  if (tx.actor.kind === 'agent' && config.publishGuard !== before.publishGuard)
    throw new AppError('FORBIDDEN', msg('publish_gate_needs_person'))
  const version = row.lastVersion + 1
  const changed = {
    ...revisions.published(row, config, before.SECRET_API_KEY),
    version,
    lastVersion: version,
    lastModified: tx.now(),
  }
  await repository.update(tx.db, row.id, changed)
  if (draftRow && draft) {
    const rest = completeConfig(mergeConfig(draft.config, changedFields(before, input)))
    if (sameConfig(rest, config)) await repository.dropDraft(tx.db, row.id)
    else await repository.putDraft(tx.db, { ...draftRow, ...revisions.drafted(row, rest), version })
  }
  await tx.emit(eventOf(row, 'agent.published'))
  await tx.auditIn?.(tx, { workspaceId: row.workspaceId })
  return { data: revisions.agent({ ...row, ...changed }), version }
}

export interface Changed {
  readonly before: AgentConfig
  readonly after: AgentConfig
}

/** Publishes what `change` makes of the published copy, and applies it to the draft, each with a version in the history. */
async function changeCopies(
  tx: Ctx,
  revisions: Revisions,
  { pictures }: Pick<Membership, 'pictures'>,
  agentId: string,
  change: (config: AgentConfig) => AgentConfig,
): Promise<Changed> {
  const row = await owned(tx, agentId, repository.lock)
  const agent = revisions.agent(row)
  const before = configOf(agent)
  const after = publishable(change(before), {})
  const draftRow = await repository.findDraft(tx.db, agentId)
  const draft = draftRow && revisions.draft(row, draftRow)
  const rest = draft && completeConfig(change(draft.config))
  const isSame = sameConfig(before, after)
  if (isSame && (!draft || !rest || sameConfig(draft.config, rest))) return { before, after }
  await pictures?.use(tx, { workspaceId: row.workspaceId, agentId }, [after, rest])
  const version = row.lastVersion + 1
  const [lastModified, author] = [tx.now(), authorOf(tx.actor)]
  const values = revisions.published(row, after, agent.SECRET_API_KEY)
  await repository.update(
    tx.db,
    agentId,
    isSame ? { lastVersion: version } : { ...values, version, lastVersion: version, lastModified },
  )
  if (!isSame) {
    const kept = { agentId, title: row.title, author, at: lastModified }
    for (const copy of [row, { config: values.config, version }])
      await repository.keepVersion(
        tx.db,
        { ...kept, id: randomId(20), config: copy.config, version: copy.version },
        VERSIONS_KEPT,
      )
  }
  if (draftRow && rest) {
    if (sameConfig(rest, after)) await repository.dropDraft(tx.db, agentId)
    else await repository.putDraft(tx.db, { ...draftRow, ...revisions.drafted(row, rest), version })
  }
  await tx.emit(eventOf(row, isSame ? 'agent.updated' : 'agent.published'))
  return { before, after }
}

/** Versions above the published one belong to drafts: the caller has seen an older draft, or one that was dropped. */
function refuseStale(
  tx: Ctx,
  { version: edited }: SaveInput,
  { before, row: { version, lastVersion }, draft }: { before: Agent; row: AgentRow; draft: Draft | undefined },
): void {
  if (edited === undefined) return
  if (edited < version) throw stale(before, version)
  // The agent's own key sees no draft, so drafts don't make it stale.
  const newest = draft?.version ?? lastVersion
  if (edited > version && edited < newest && tx.actor.kind !== 'agent')
    throw stale({ ...before, ...draft?.config }, newest)
}

/** Drops the draft with a version of its own, so that editors that still have it open are stale. */
async function endDraft(tx: Ctx, row: AgentRow): Promise<void> {
  if (!(await repository.dropDraft(tx.db, row.id))) return
  await repository.update(tx.db, row.id, { lastVersion: row.lastVersion + 1 })
  await tx.emit(eventOf(row, 'agent.updated'))
}

/** Replaces the draft by `next` of it, or of the published copy. Null if nothing is unpublished then. @throws STALE */
export async function changeDraft(
  tx: Ctx,
  revisions: Revisions,
  { agentId, version: edited }: { agentId: string; version?: number | undefined },
  next: (before: AgentConfig) => AgentConfig,
): Promise<Draft | null> {
  const row = await owned(tx, agentId, repository.lock)
  const published = revisions.agent(row)
  const stored = await repository.findDraft(tx.db, row.id)
  const before = stored && revisions.draft(row, stored)
  // A dropped draft doesn't concern those who have only seen the published copy.
  const newest = before?.version ?? (edited === row.version ? row.version : row.lastVersion)
  const current = Math.max(row.version, newest)
  if (edited !== undefined && edited < current) throw stale({ ...published, ...before?.config }, current)
  const config = next(before?.config ?? configOf(published))
  if (sameConfig(config, configOf(published))) {
    await endDraft(tx, row)
    return null
  }
  const version = row.lastVersion + 1
  const draft = {
    agentId: row.id,
    ...revisions.drafted(row, config),
    version,
    updatedAt: tx.now(),
    updatedBy: authorOf(tx.actor),
  }
  await repository.putDraft(tx.db, draft)
  await repository.update(tx.db, row.id, { lastVersion: version })
  await tx.emit(eventOf(row, 'agent.updated'))
  return revisions.draft(row, draft)
}

/** 409 with the newer copy without its secrets; merging it back leaves them unchanged. */
const stale = (agent: Agent, version: number) =>
  new AppError('STALE', undefined, { data: { agent: OpenAgent.parse(agent), version } })
