// Hashes of an agent's copies, over everything that can change an answer.
import { type AgentConfig, OpenConfig } from '@parlance/contract/agents/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { CopyOf, TestedCopy } from './ports.ts'

/** Independent of the order of keys. */
export const hashOf = (value: unknown): string =>
  sha256(
    JSON.stringify(value, (_key, item: unknown) =>
      typeof item === 'object' && item !== null && !Array.isArray(item)
        ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
        : item,
    ),
  )

/** Leaves out the publish guard and secrets, which don't change answers. */
export function configHash(config: AgentConfig): string {
  const { publishGuard: _guard, ...rest } = OpenConfig.parse(config)
  return hashOf(rest)
}

export interface Hashes {
  readonly draft: string
  readonly published: string
}

export function createTestedCopies(copyOf: CopyOf) {
  const get = async (ctx: Ctx, agentId: string, draft: boolean): Promise<TestedCopy> => {
    const copy = await copyOf(ctx, agentId, { draft })
    if (!copy) throw new AppError('NOT_FOUND')
    return copy
  }
  return {
    get,
    find: (ctx: Ctx, agentId: string, draft: boolean) => copyOf(ctx, agentId, { draft }),
    async hashes(ctx: Ctx, agentId: string): Promise<Hashes> {
      const [draft, published] = await Promise.all([get(ctx, agentId, true), get(ctx, agentId, false)])
      return { draft: configHash(draft.config), published: configHash(published.config) }
    },
  }
}
export type Copies = ReturnType<typeof createTestedCopies>
