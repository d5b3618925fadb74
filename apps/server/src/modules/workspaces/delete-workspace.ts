import type { Ctx } from '../../lib/ctx.ts'
import { remove } from './members/repository.ts'
import { findCredential } from './repository.ts'

/** Needs a transaction that locked the workspace. */
export async function deleteWorkspace(tx: Ctx, uid: string): Promise<void> {
  // The key is deleted with the workspace.
  const vapi = await findCredential(tx.db, uid, 'vapi')
  await remove(tx.db, uid)
  await tx.emit({ type: 'workspace.deleted', workspaceId: uid, ...(vapi && { vapiKey: vapi.sealedKey }) })
}
