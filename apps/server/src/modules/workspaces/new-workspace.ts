import { newSecretKey, newWorkspaceUid, randomId } from '@parlance/contract/lib/ids'
import { WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import { sha256, type Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { NewWorkspace } from './repository.ts'

export const SECRET_VAULT_CONTEXT = 'workspace|secret'

type WorkspaceInput = Pick<NewWorkspace, 'ownerId' | 'personal' | 'email' | 'ownerVerified' | 'displayName'> &
  Partial<Pick<NewWorkspace, 'workspaceName' | 'showOnboarding'>> & {
    /** Empty when unknown. */
    readonly countryCode?: string
  }

export function newWorkspace(
  ctx: Ctx,
  vault: Vault,
  { countryCode = '', ...input }: WorkspaceInput,
): NewWorkspace & { readonly joinedAt: Date } {
  const uid = newWorkspaceUid()
  const secret = newSecretKey()
  return {
    uid,
    joinedAt: ctx.now(),
    workspaceName: `Personal ${randomId(5)}`,
    secretHash: sha256(secret),
    sealedSecret: vault.seal(uid, SECRET_VAULT_CONTEXT, secret),
    internal: WorkspaceInternal.parse({ countryCode }),
    ...input,
  }
}
