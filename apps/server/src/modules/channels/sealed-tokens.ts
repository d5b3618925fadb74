// Tokens of Meta that we answer: whoever reads one has nothing at Meta, and it opens in its own workspace alone.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'

const SEALED = 'meta_'

/** `context`: what is sealed for one use opens for no other. Tokens that Meta gave are taken as they are. */
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
