// Seals the Meta tokens that we return: useless at Meta, and only valid in their own workspace.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'

const SEALED = 'meta_'

/** `context`: a token sealed for one use is refused for others. Meta's own tokens are passed through. */
export const createSealedTokens = (vault: Vault, context: string) => ({
  seal: (ctx: Ctx, token: string) => `${SEALED}${vault.seal(ctx.workspaceId, context, token)}`,
  open(ctx: Ctx, given: string): string {
    if (!given.startsWith(SEALED)) return given
    try {
      return vault.open(ctx.workspaceId, context, given.slice(SEALED.length))
    } catch {
      throw new AppError('INVALID_INPUT', msg('meta_token_invalid'))
    }
  },
})
