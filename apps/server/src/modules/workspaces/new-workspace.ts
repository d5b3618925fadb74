// A workspace as it begins: its uid, its secret and the name that everybody can change.
import { newSecretKey, newWorkspaceUid, randomId } from '@parlance/contract/lib/ids'
import { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import { sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { NewWorkspace } from './repository.ts'

/** Where the secret of a workspace is sealed. */
export const SECRET_PLACE = 'workspace|secret'

type Given = Pick<NewWorkspace, 'ownerId' | 'personal' | 'email' | 'ownerVerified' | 'displayName'> &
  Partial<Pick<NewWorkspace, 'workspaceName' | 'showOnboarding'>>

export function newWorkspace(ctx: Ctx, vault: Vault, given: Given): NewWorkspace & { readonly joinedAt: Date } {
  const uid = newWorkspaceUid()
  const secret = newSecretKey()
  return {
    uid,
    joinedAt: ctx.now(),
    workspaceName: `Personal ${randomId(5)}`,
    secretHash: sha256(secret),
    sealedSecret: vault.seal(uid, SECRET_PLACE, secret),
    internal: WorkspaceInternal.parse({}),
    ...given,
  }
}
