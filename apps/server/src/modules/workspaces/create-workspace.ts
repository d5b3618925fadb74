import { AppError } from '@parlance/contract/lib/errors'
import { MAX_WORKSPACES, mayDelete } from '@parlance/contract/workspaces/members'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Billing } from '../billing/service.ts'
import type { Files } from '../files/service.ts'
import { deleteWorkspace } from './delete-workspace.ts'
import * as repository from './members/repository.ts'
import { lockWorkspaceAs, lockWorkspaceAsPerson } from './lock-workspace.ts'
import { assertAllowed } from './members/members.ts'
import { newWorkspace } from './new-workspace.ts'

export interface WorkspaceCreationDeps {
  readonly billing: Pick<Billing, 'open'>
  readonly vault: Vault
  readonly logos: Pick<Files, 'upload' | 'assertLogo' | 'keepLogo'>
  readonly forgetKeys: (ctx: Ctx, uid: string) => void
  /** Of the context's request; empty when unknown. */
  readonly countryOf?: (ctx: Ctx) => Promise<string>
}

export interface WorkspaceChange {
  readonly uid: string
  readonly workspaceName?: string | undefined
  /** URL of an uploaded logo; empty for none. */
  readonly workspacePhotoURL?: string | undefined
}

export interface WorkspaceCreation {
  /** Creates a workspace owned by the signed-in person in the context's region; returns its uid. @throws CONFLICT above 20 */
  readonly create: (ctx: Ctx, input: { readonly workspaceName?: string | undefined }) => Promise<string>
  /** Absent fields are unchanged. @throws INVALID_INPUT for a logo that was not uploaded to the workspace */
  readonly save: (ctx: Ctx, input: WorkspaceChange) => Promise<void>
  /** Returns the URL of the logo, to be passed to `save`. */
  readonly uploadLogo: (
    ctx: Ctx,
    input: { readonly base64Payload: string; readonly filename?: string | undefined },
  ) => Promise<string>
  /** Rows that reference the workspace are deleted at once, everything else on `workspace.deleted`. @throws FORBIDDEN */
  readonly delete: (ctx: Ctx, uid: string) => Promise<void>
}

export function createWorkspaceCreation({
  billing,
  vault,
  logos,
  forgetKeys,
  countryOf,
}: WorkspaceCreationDeps): WorkspaceCreation {
  return {
    async create(ctx, { workspaceName }) {
      const countryCode = (await countryOf?.(ctx)) ?? ''
      return ctx.tx(async (tx) => {
        const { actor } = tx
        if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
        await repository.lockOwner(tx.db, actor.userId)
        if ((await repository.countOwned(tx.db, actor.userId)) >= MAX_WORKSPACES)
          throw new AppError('CONFLICT', msg('too_many_workspaces', { max: MAX_WORKSPACES }))
        const workspace = newWorkspace(tx, vault, {
          ownerId: actor.userId,
          personal: false,
          email: actor.email,
          ownerVerified: actor.emailVerified,
          displayName: actor.name,
          countryCode,
          ...(workspaceName === undefined ? {} : { workspaceName }),
        })
        await repository.insert(tx.db, workspace)
        await billing.open(tx, workspace.uid)
        await tx.emit({ type: 'workspace.created', workspaceId: workspace.uid })
        return workspace.uid
      })
    },
    async save(ctx, { uid, workspaceName, workspacePhotoURL: url }) {
      const newLogo = await lockWorkspaceAs(ctx, uid, 'admin', async (tx, row) => {
        const isNewLogo = url !== undefined && url !== row.workspacePhotoURL
        if (isNewLogo && url !== '') await logos.assertLogo(tx, url)
        await repository.update(tx.db, uid, {
          ...(workspaceName === undefined ? {} : { workspaceName }),
          ...(isNewLogo ? { workspacePhotoURL: url } : {}),
        })
        await tx.auditIn?.(tx, {})
        return isNewLogo ? url : undefined
      })
      if (newLogo !== undefined) await logos.keepLogo(ctx, newLogo)
    },
    async uploadLogo(ctx, { base64Payload, filename }) {
      const name = filename === undefined ? {} : { targetPath: filename }
      return (await logos.upload(ctx, { agentId: '', base64Payload, ...name })).url
    },
    async delete(ctx, uid) {
      await lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, row, by) => {
        assertAllowed(mayDelete(by, row))
        await deleteWorkspace(tx, uid)
        await tx.auditIn?.(tx, {})
      })
      forgetKeys(ctx, uid)
    },
  }
}
