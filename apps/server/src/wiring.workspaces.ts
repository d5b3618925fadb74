// Builds what people do with workspaces: members, workspaces of their own, regions, and the mails of all that.
import { AppError } from '@parlance/contract/lib/errors'
import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import type { Region } from '@parlance/contract/lib/regions'
import type { Accounts } from './modules/accounts/service.ts'
import type { Agents } from './modules/agents/service.ts'
import type { Audit } from './modules/audit/service.ts'
import type { Billing } from './modules/billing/service.ts'
import type { Files } from './modules/files/service.ts'
import { hold, keep } from './modules/workspaces/members/repository.ts'
import { lockAs } from './modules/workspaces/as-admin.ts'
import { createLeaving } from './modules/workspaces/account-changes.ts'
import { createMailing } from './modules/workspaces/mailing.ts'
import { createMaking } from './modules/workspaces/create-workspace.ts'
import { createMembers } from './modules/workspaces/members/members.ts'
import type { WorkspaceMails } from './modules/workspaces/ports.ts'
import { createOwnerPhotos, showingFaces } from './modules/workspaces/member-photos.ts'
import { createRegions } from './modules/workspaces/regions.ts'
import type { Support } from './modules/workspaces/support/support-access.ts'
import type { Workspaces } from './modules/workspaces/service.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Settings } from './lib/settings.ts'
import type { Base } from './wiring.ts'

/** Characters that a mail has for who invites. */
const NAMED_MAX = 60

interface Given {
  readonly settings: Settings
  readonly accounts: Pick<Accounts, 'invitationLink' | 'languagesOf' | 'photoOf' | 'facesOf'>
  readonly audit: Audit
  /** Has all that is read live looked at again. */
  readonly ended: () => void
  readonly agents: Pick<Agents, 'titles'>
  readonly billing: Billing
  readonly files: Files
  readonly support: Support
  readonly workspaces: Workspaces
}

export type People = ReturnType<typeof wirePeople>

export function wirePeople(
  base: Base,
  { settings, accounts, audit, ended, agents, billing, files, support, workspaces }: Given,
) {
  const mails = wireMails(base, settings, accounts)
  const sandboxMail = base.mailIsSandboxed
  const membership = createMembers({ audit, baseSeats: settings.baseWorkspaceSeats, sandboxMail, mails })
  return {
    ...membership,
    ...showingFaces(membership, accounts),
    ...createOwnerPhotos(accounts),
    ...createMaking({ billing, vault: base.vault, logos: files, forgetKeys: workspaces.forgetKeys }),
    ...createLeaving({ forgetKeys: workspaces.forgetKeys, audit, ended }),
    ...createMailing({ sandboxMail, mails, agentTitles: agents.titles }),
    ...createRegions({
      workspaces,
      support,
      everywhere: () => settings.regions.map((region) => base.contexts.system(region)),
    }),
  }
}

/** What others do only as long as there is the workspace, or as long as who asks is an admin of it. */
export const heldWorkspaces = {
  keepWorkspace: (ctx: Ctx, uid: string): Promise<boolean> => keep(ctx.db, uid),
  asAdmin: <T>(ctx: Ctx, uid: string, work: (tx: Ctx) => Promise<T>): Promise<T> => lockAs(ctx, uid, 'admin', work),
}

/** Until the transaction ends, nobody changes who belongs to it. */
export const holdWorkspace = (ctx: Ctx, uid: string): Promise<boolean> => hold(ctx.db, uid)

/** A name is anybody's to choose, so the address stands beside it as long as both fit into the line of a mail. */
const inviterText = (name: string, email: string): string => {
  const both = `${name} (${email})`
  return name === '' ? email : both.length > NAMED_MAX ? name : both
}

/** Their texts are drawn when the first one is sent: the libraries behind them are large. */
function wireMails(
  { mailers }: Base,
  settings: Settings,
  { invitationLink, languagesOf, facesOf }: Pick<Accounts, 'invitationLink' | 'languagesOf' | 'facesOf'>,
): WorkspaceMails {
  const texts = () => import('./mails/mails.ts')
  const at = (path: string) => `${settings.publicUrl}${path}`
  const way = (region: Region) => mailers.of(region)
  /** That of the first of these who has an account. */
  const languageOf = async (...people: readonly string[]) => {
    const known = await languagesOf(people)
    return people.map((email) => known.get(email)).find((language) => language !== undefined) ?? DEFAULT_LANGUAGE
  }
  return {
    async invitation({ region }, { to, workspaceId, invitedAt, ...invitation }) {
      const link = await invitationLink({ region, workspaceId, email: to }, invitedAt)
      const { inviter: email } = invitation
      const inviter = inviterText((await facesOf([email])).get(email)?.name ?? '', email)
      const about = { ...invitation, inviter, language: await languageOf(to, email), link, region }
      await way(region).sendOrLater({ to, ...(await (await texts()).invitationMail(about)) })
    },
    async notice({ region }, { to, ...notice }) {
      const about = { ...notice, language: await languageOf(to) }
      await way(region).send({ to, ...(await (await texts()).noticeMail(about)) })
    },
    async log({ region }, { to, ...log }) {
      const about = { ...log, language: await languageOf(to), link: at(`/app/${region}/events`) }
      await way(region).sendOrLater({ to, ...(await (await texts()).workspaceLogMail(about)) })
    },
  }
}

/** People have their personal workspace in the region they chose; elsewhere they name the workspace they mean. */
export function personAtHome({ actor, region }: Ctx) {
  if (actor.kind !== 'session') throw new AppError('FORBIDDEN')
  if (actor.region !== region) throw new AppError('NOT_FOUND', 'You have no personal workspace in this region.')
  return { ...actor, id: actor.userId }
}

/** Whoever loses a workspace, or part of what they may do there, has their streams looked at again at once. */
export const endingTheirStreams = (people: People, ended: () => void): People => ({
  ...people,
  setRole: (ctx, change) => people.setRole(ctx, change).finally(ended),
  removeMember: (ctx, member) => people.removeMember(ctx, member).finally(ended),
  leave: (ctx, uid) => people.leave(ctx, uid).finally(ended),
  delete: (ctx, uid) => people.delete(ctx, uid).finally(ended),
})

/** The same for support, whose access was given anew or ended. */
export const endingTheirSupport = (support: Support, ended: () => void): Support => ({
  ...support,
  grantSupport: (ctx, given) => support.grantSupport(ctx, given).finally(ended),
  endSupport: (ctx, uid) => support.endSupport(ctx, uid).finally(ended),
})
