// Owns where a person's account exists, across the regions that this process serves, and what outsiders may know of an owner.
import { AppError } from '@parlance/contract/lib/errors'
import { REGION_NAMES, type Region } from '@parlance/contract/lib/regions'
import { type PublicOwner, WorkspaceInternal } from '@parlance/contract/workspaces/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import * as people from './members/repository.ts'
import type { Support } from './support/support-access.ts'
import { isConfirmedMember } from './members/confirmed-member.ts'
import { seesSecret, type Workspaces } from './service.ts'
import * as repository from './repository.ts'

export interface RegionOfAccount {
  readonly region: Region
  readonly name: string
  /** The person owns a workspace there or belongs to one; in their home region the personal one is made on the first visit. */
  readonly exists: boolean
  readonly workspaces: number
  /** Of others, open to the person as support at the moment. */
  readonly support: number
}

export interface RegionsOfAccount {
  readonly regions: (
    ctx: Ctx,
  ) => Promise<{ items: RegionOfAccount[]; doubleAccountWarningHidden: boolean; supportNeeds: 'second-factor' | null }>
  /** `userId` is the account or a workspace it owns in the context's region; NOT_FOUND for anybody else's. */
  readonly hideDoubleAccountWarning: (ctx: Ctx, userId: string) => Promise<void>
  /** NOT_FOUND for an unknown workspace. */
  readonly publicUser: (ctx: Ctx, uid: string) => Promise<PublicOwner>
  /** Keeps who referred the asking person's personal workspace, or that of the bearer; the first one told stays. */
  readonly referred: (ctx: Ctx, by: string) => Promise<void>
  /** The same for a person who just signed up in the context's region. */
  readonly signedUp: (ctx: Ctx, person: Parameters<Workspaces['ensurePersonal']>[1], by: string) => Promise<void>
}

export interface RegionsDeps {
  readonly workspaces: Pick<Workspaces, 'get' | 'ensurePersonal'>
  readonly support: Pick<Support, 'openAsSupport' | 'supportNeeds'>
  /** One context for each served region. */
  readonly everywhere: () => readonly Ctx[]
}

const MAX_REFERRED = 200

export function createRegions({ workspaces, support, everywhere }: RegionsDeps): RegionsOfAccount {
  const setReferred = (ctx: Ctx, uid: string, by: string) =>
    people.setReferredFrom(ctx.db, uid, by.slice(0, MAX_REFERRED))
  return {
    async regions(ctx) {
      const actor = sessionOf(ctx)
      const found = await Promise.all(
        everywhere().map(async (there) => {
          const { region, db } = there
          const mine = (await repository.listFor(db, actor.email)).filter(({ role, workspace }) =>
            isConfirmedMember({ actor }, role, workspace.ownerId),
          )
          const exists = mine.length > 0 || actor.region === region
          const isHidden = await people.isWarningHidden(db, actor.userId)
          const open = await support.openAsSupport({ ...there, actor })
          const counted = { workspaces: mine.length, support: open.length }
          return { isHidden, item: { region, name: REGION_NAMES[region], exists, ...counted } }
        }),
      )
      return {
        items: found.map(({ item }) => item),
        doubleAccountWarningHidden: found.some(({ isHidden }) => isHidden),
        supportNeeds: await support.supportNeeds(ctx),
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
      if (!(await seesSecret(ctx, uid))) return open
      return { ...open, workspaceSecret: (await workspaces.get(ctx, uid)).workspaceSecret }
    },
    async referred(ctx, by) {
      const { actor } = ctx
      if (by === '') return
      if (actor.kind === 'workspace') return void (await setReferred(ctx, actor.workspaceId, by))
      const person = sessionOf(ctx)
      if (person.region !== ctx.region) throw new AppError('NOT_FOUND', msg('no_personal_workspace'))
      await setReferred(ctx, await workspaces.ensurePersonal(ctx, { ...person, id: person.userId }), by)
    },
    async signedUp(ctx, person, by) {
      if (by !== '') await setReferred(ctx, await workspaces.ensurePersonal(ctx, person), by)
    },
  }
}

function sessionOf({ actor }: Ctx) {
  if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
  return actor
}
