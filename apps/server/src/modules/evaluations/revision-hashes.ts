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

/** Without secrets, the publish guard, the look of the widget and where it appears: they don't change answers. */
const AnsweringConfig = OpenConfig.omit({
  publishGuard: true,
  theme: true,
  customThemeJSONString: true,
  ADVANCED_customCSS: true,
  followColorScheme: true,
  fontFamily: true,
  cornerRadius: true,
  position: true,
  scrollAnimation: true,
  roundedImageURL: true,
  avatarImageUrl: true,
  headerImageUrl: true,
  chatBgURL: true,
  branding: true,
  proactiveMessage: true,
  autoStartWidget: true,
  messageDelayMS: true,
  unreadSound: true,
  unreadTitleFlash: true,
  allowedDomains: true,
  ignoredUrlPaths: true,
})

export const configHash = (config: AgentConfig): string => hashOf(AnsweringConfig.parse(config))

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
