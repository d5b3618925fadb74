// The ways by which an account can be entered: one of them always stays.
import { AppError } from '@parlance/contract/lib/errors'
import type { Db } from '../../../lib/db/pool.ts'
import { connectionsOf } from '../oauth/oauth.repository.ts'
import { passkeysOf } from '../passkeys/passkeys.repository.ts'
import { passwordOf } from '../repository.ts'

/**
 * To be asked after a way was taken away, in the transaction that does, and while the account is locked: two that take away
 * beside each other would each count on the other's. CONFLICT when none is left.
 * @param providers those that people can sign in with here; a connection with another one opens nothing
 */
export async function assertSignInMethodLeft(
  tx: Db,
  userId: string,
  providers: readonly { readonly id: string }[],
): Promise<void> {
  if ((await passwordOf(tx, userId)) !== undefined || (await passkeysOf(tx, userId)).length > 0) return
  const connected = await connectionsOf(tx, userId)
  if (providers.some(({ id }) => connected.includes(id))) return
  throw new AppError('CONFLICT', 'Set a password or add a passkey first: there would be no way to sign in.')
}
