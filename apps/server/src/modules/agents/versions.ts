import {
  AgentConfig,
  type AgentExport,
  AgentSecrets,
  type AgentVersion,
  OpenConfig,
} from '@parlance/contract/agents/schemas'
import { completeConfig } from '@parlance/engine/agents/draft'
import { exportAgent } from '@parlance/contract/agents/export'
import { AppError } from '@parlance/contract/lib/errors'
import { newSecretKey, randomId } from '@parlance/contract/lib/ids'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Ctx } from '../../lib/ctx.ts'
import { sha256 } from '../../lib/crypto.ts'
import { authorOf, type Membership } from './new-agent-workspace.ts'
import { configOf, type Revisions, type Draft } from './revisions.ts'
import { eventOf, owned } from './create-agent.ts'
import type { LibraryTools } from './ports.ts'
import { changeDraft, VERSIONS_KEPT } from './save-agent.ts'
import * as repository from './repository.ts'
import type { VersionRow } from './schema.ts'

type KeptVersion = AgentVersion & { config: OpenConfig }

const versionOf = (row: VersionRow): AgentVersion => ({
  id: row.id,
  agentId: row.agentId,
  ts: unixSeconds(row.at),
  author: row.author,
  title: row.title,
})

export interface HistoryDeps extends Pick<Membership, 'runAsAdmin'> {
  readonly revisions: Revisions
  readonly libraryTools: LibraryTools
}

export function createHistory({ revisions, libraryTools, runAsAdmin = (ctx, _, work) => ctx.tx(work) }: HistoryDeps) {
  return {
    async versions(ctx: Ctx, agentId: string): Promise<AgentVersion[]> {
      await owned(ctx, agentId, repository.find)
      return (await repository.versions(ctx.db, agentId, VERSIONS_KEPT)).map(versionOf)
    },

    saveBackup: (ctx: Ctx, agentId: string, workspaceId: string): Promise<AgentVersion> =>
      ctx.tx(async (tx) => {
        const row = await owned(tx, agentId, repository.lock)
        if (workspaceId !== row.workspaceId) throw new AppError('NOT_FOUND')
        const { version, config, title } = row
        const author = authorOf(tx.actor)
        const copy = { id: randomId(20), agentId, version, config, title, author, at: tx.now() }
        return versionOf(await repository.keepVersion(tx.db, copy, VERSIONS_KEPT))
      }),

    async latestBackup(ctx: Ctx, agentId: string): Promise<KeptVersion | null> {
      await owned(ctx, agentId, repository.find)
      const [row] = await repository.versions(ctx.db, agentId, 1)
      return row ? { ...versionOf(row), config: OpenConfig.parse(row.config) } : null
    },

    async version(ctx: Ctx, agentId: string, versionId: string): Promise<KeptVersion> {
      await owned(ctx, agentId, repository.find)
      return kept(ctx, agentId, versionId)
    },

    restoreVersion: (
      ctx: Ctx,
      input: { agentId: string; versionId: string; version?: number | undefined },
    ): Promise<Draft | null> =>
      ctx.tx(async (tx) => {
        await owned(tx, input.agentId, repository.lock)
        const { config } = await kept(tx, input.agentId, input.versionId)
        // Replaced and not merged, because fields that the version lacks must not remain.
        return changeDraft(tx, revisions, input, (before) =>
          completeConfig(AgentConfig.parse({ ...config, ...AgentSecrets.parse(before) })),
        )
      }),

    async export(ctx: Ctx, agentId: string): Promise<AgentExport> {
      const row = await owned(ctx, agentId, repository.find)
      const draft = await repository.findDraft(ctx.db, agentId)
      const config = OpenConfig.parse((draft ?? row).config)
      const library =
        config.functionsIds.length > 0 ? await libraryTools(ctx, row.workspaceId, config.functionsIds) : []
      return exportAgent(config, library, ctx.now())
    },

    renewSecretKey: (ctx: Ctx, agentId: string): Promise<string> =>
      runAsAdmin(ctx, ctx.workspaceId, async (tx) => {
        const row = await owned(tx, agentId, repository.lock)
        const key = newSecretKey()
        const { sealed } = revisions.published(row, configOf(revisions.agent(row)), key)
        await repository.update(tx.db, agentId, { sealed, secretHash: sha256(key) })
        await tx.emit(eventOf(row, 'agent.updated'))
        await tx.auditIn?.(tx, {})
        return key
      }),
  }
}

async function kept(ctx: Ctx, agentId: string, versionId: string): Promise<KeptVersion> {
  const row = await repository.version(ctx.db, agentId, versionId)
  if (!row) throw new AppError('NOT_FOUND')
  return { ...versionOf(row), config: OpenConfig.parse(row.config) }
}
