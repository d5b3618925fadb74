// Maps the two copies of an agent between rows and entities; secrets are encrypted separately.
import {
  Agent,
  AgentConfig,
  AgentOwned,
  AgentSecrets,
  type AgentSummary,
  OpenConfig,
} from '@parlance/contract/agents/schemas'
import { unixSeconds } from '@parlance/contract/lib/time'
import type { Vault } from '../../lib/crypto.ts'
import type { AgentRow, DraftRow } from './schema.ts'
import type { Listed } from './repository.ts'

const Sealed = AgentSecrets.extend(Agent.pick({ SECRET_API_KEY: true }).shape)
/** An agent without anything secret. */
export const OpenAgent = OpenConfig.extend(AgentOwned.omit({ SECRET_API_KEY: true }).shape)

export interface Draft {
  readonly config: AgentConfig
  readonly updatedAt: string
  readonly version: number
}

export interface Revisions {
  readonly published: (
    agent: Pick<AgentRow, 'id' | 'workspaceId'>,
    config: AgentConfig,
    secretKey: string,
  ) => Pick<
    AgentRow,
    'title' | 'description' | 'roundedImageUrl' | 'platform' | 'config' | 'sealed' | 'messagesLimit' | 'maxTokensUsage'
  >
  readonly drafted: (
    agent: Pick<AgentRow, 'id' | 'workspaceId'>,
    config: AgentConfig,
  ) => Pick<DraftRow, 'config' | 'sealed'>
  readonly agent: (row: AgentRow) => Agent
  readonly draft: (agent: Pick<AgentRow, 'id' | 'workspaceId'>, row: DraftRow) => Draft
}

/** Vault context of the secrets of a copy. */
export const vaultContextOf = (agentId: string, copy: 'secrets' | 'draft') => `agent|${agentId}|${copy}`

/** @param appOrigin read on every use, because it is known only once the server listens */
export function createRevisions(vault: Vault, appOrigin: () => string): Revisions {
  const open = (workspaceId: string, where: string, sealed: string): unknown =>
    JSON.parse(vault.open(workspaceId, where, sealed))
  return {
    published: ({ id, workspaceId }, config, secretKey) => ({
      title: config.title,
      description: config.description,
      roundedImageUrl: config.roundedImageURL,
      platform: config.agentPlatform,
      config: OpenConfig.parse(config),
      sealed: vault.seal(
        workspaceId,
        vaultContextOf(id, 'secrets'),
        JSON.stringify({ ...AgentSecrets.parse(config), SECRET_API_KEY: secretKey }),
      ),
      messagesLimit: config.messagesLimit,
      maxTokensUsage: config.maxTokensUsage,
    }),
    drafted: ({ id, workspaceId }, config) => ({
      config: OpenConfig.parse(config),
      sealed: vault.seal(workspaceId, vaultContextOf(id, 'draft'), JSON.stringify(AgentSecrets.parse(config))),
    }),
    agent: (row) => {
      const { SECRET_API_KEY, ...secrets } = Sealed.parse(
        open(row.workspaceId, vaultContextOf(row.id, 'secrets'), row.sealed),
      )
      return {
        ...AgentConfig.parse({ ...row.config, ...secrets }),
        ID: row.id,
        ownerID: row.workspaceId,
        lastModified: unixSeconds(row.lastModified),
        SECRET_API_KEY,
        internal: { ...row.internal, websocketServer: appOrigin() },
        ts: unixSeconds(row.createdAt),
        userId: row.userId,
      }
    },
    draft: ({ id, workspaceId }, row) => ({
      config: AgentConfig.parse({
        ...row.config,
        ...AgentSecrets.parse(open(workspaceId, vaultContextOf(id, 'draft'), row.sealed)),
      }),
      updatedAt: row.updatedAt.toISOString(),
      version: row.version,
    }),
  }
}

export const configOf = (agent: Agent): AgentConfig => AgentConfig.parse(agent)

export const summaryOf = ({ row }: Listed): AgentSummary => ({
  ID: row.id,
  title: row.title,
  description: row.description,
  roundedImageURL: row.roundedImageUrl,
  lastModified: unixSeconds(row.lastModified),
  ownerID: row.workspaceId,
  ts: unixSeconds(row.createdAt),
  userId: row.userId,
})
