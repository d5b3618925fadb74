// Owns a person's workspaces across served regions, and an owner's public data.
import { AppError } from '@parlance/contract/lib/errors'
import { REGION_NAMES, type Region } from '@parlance/contract/lib/regions'
import { type PublicOwner, WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as people from './members/repository.ts'
import type { Support } from './support/support-access.ts'
import { isConfirmedMember } from './members/confirmed-member.ts'
import { maySeeSecret, type Workspaces } from './service.ts'
import * as repository from './repository.ts'

export interface AccountRegion {
  readonly region: Region
  readonly name: string
  /** The person owns a workspace there or belongs to one; in their home region the personal one is made on the first visit. */
  readonly exists: boolean
  readonly workspaces: number
  /** Number of workspaces currently open to the person as support. */
  readonly support: number
}

export interface AccountRegions {
  readonly regions: (
    ctx: Ctx,
  ) => Promise<{ items: AccountRegion[]; doubleAccountWarningHidden: boolean; supportNeeds: 'second-factor' | null }>
  /** `userId` is the account, or one of its workspaces in the context's region; NOT_FOUND for another user's. */
  readonly hideDoubleAccountWarning: (ctx: Ctx, userId: string) => Promise<void>
  readonly publicUser: (ctx: Ctx, uid: string) => Promise<PublicOwner>
  /** Stores the referrer of the caller's personal workspace, unless it has one. */
  readonly setReferrer: (ctx: Ctx, by: string) => Promise<void>
  /** The same for a person who just signed up in the context's region. */
  readonly onSignUp: (ctx: Ctx, person: Parameters<Workspaces['ensurePersonal']>[1], by: string) => Promise<void>
}

export interface AccountRegionsDeps {
  readonly workspaces: Pick<Workspaces, 'get' | 'ensurePersonal'>
  readonly support: Pick<Support, 'openWorkspaces' | 'missingRequirement'>
  readonly contextsOfAllRegions: () => readonly Ctx[]
}

const MAX_REFERRER_LENGTH = 200

export function createAccountRegions({
  workspaces,
  support,
  contextsOfAllRegions: everywhere,
}: AccountRegionsDeps): AccountRegions {
  const setReferred = (ctx: Ctx, uid: string, by: string) =>
    people.setReferredFrom(ctx.db, uid, by.slice(0, MAX_REFERRER_LENGTH))
  return {
    async regions(ctx) {
      const actor = sessionOf(ctx)
      const found = await Promise.all(
        everywhere().map(async (there) => {
          const { region, db } = there
          const mine = (await repository.listByMember(db, actor.email)).filter(({ role, workspace }) =>
            isConfirmedMember({ actor }, role, workspace.ownerId),
          )
          const exists = mine.length > 0 || actor.region === region
          const isHidden = await people.isWarningHidden(db, actor.userId)
          const open = await support.openWorkspaces({ ...there, actor })
          const counted = { workspaces: mine.length, support: open.length }
          return { isHidden, item: { region, name: REGION_NAMES[region], exists, ...counted } }
        }),
      )
      return {
        items: found.map(({ item }) => item),
        doubleAccountWarningHidden: found.some(({ isHidden }) => isHidden),
        supportNeeds: await support.missingRequirement(ctx),
      }
    },
    async hideDoubleAccountWarning(ctx, userId) {
      const actor = sessionOf(ctx)
      const owner = userId === actor.userId ? userId : (await repository.find(ctx.db, userId))?.ownerId
      if (owner !== actor.userId) throw new AppError('NOT_FOUND')
      await Promise.all(everywhere().map(({ db }) => people.hideWarning(db, owner)))
    },
    async publicUser(ctx, uid) {
      const row = await repository.find(ctx.db, uid)
      if (!row) throw new AppError('NOT_FOUND')
      const { useNewPricing, isPayAsYouGo, whitelabel_trial } = WorkspaceInternal.parse(row.internal)
      const open = { hasEverPaid: row.hasEverPaid, internal: { useNewPricing, isPayAsYouGo, whitelabel_trial } }
      if (!(await maySeeSecret(ctx, uid))) return open
      return { ...open, workspaceSecret: (await workspaces.get(ctx, uid)).workspaceSecret }
    },
    async setReferrer(ctx, by) {
      const { actor } = ctx
      if (by === '') return
      if (actor.kind === 'workspace') return void (await setReferred(ctx, actor.workspaceId, by))
      const person = sessionOf(ctx)
      if (person.region !== ctx.region) throw new AppError('NOT_FOUND', msg('no_personal_workspace'))
      await setReferred(ctx, await workspaces.ensurePersonal(ctx, { ...person, id: person.userId }), by)
    },
    async onSignUp(ctx, person, by) {
      if (by !== '') await setReferred(ctx, await workspaces.ensurePersonal(ctx, person), by)
    },
  }
}

function sessionOf({ actor }: Ctx) {
  if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
  return actor
}
