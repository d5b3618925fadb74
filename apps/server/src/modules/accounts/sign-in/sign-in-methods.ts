// An account always keeps at least one sign-in method.
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Db } from '../../../lib/db/pool.ts'
import { connectionsOf } from '../oauth/oauth.repository.ts'
import { passkeysOf } from '../passkeys/passkeys.repository.ts'
import { passwordOf } from '../repository.ts'

/**
 * Call it in the transaction that removed a method, with the account locked. Only configured `providers` count. @throws
 * CONFLICT
 */
export async function assertSignInMethodLeft(
  tx: Db,
  userId: string,
  providers: readonly { readonly id: string }[],
): Promise<void> {
  if ((await passwordOf(tx, userId)) !== undefined || (await passkeysOf(tx, userId)).length > 0) return
  const connected = await connectionsOf(tx, userId)
  if (providers.some(({ id }) => connected.includes(id))) return
  throw new AppError('CONFLICT', msg('last_sign_in_method'))
}
