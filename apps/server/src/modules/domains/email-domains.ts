// Owns the mail domains of agencies: adds, verifies and removes them, and chooses the sender of mails to clients.
import { worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import type { Entitlements } from '@parlance/contract/billing/entitlements'
import { EmailDomainRecord } from '@parlance/contract/domains/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import type { Ctx } from '../../lib/ctx.ts'
import type { Agencies, AgencyFacts } from '../agencies/index.ts'
import { mailName } from './names.ts'
import type { DomainMails, EmailDomains as Provider, FoundEmailDomain } from './ports.ts'
import * as reminders from './reminders.repository.ts'

export interface EmailDomainsDeps {
  readonly agencies: Pick<Agencies, 'ensure' | 'findOfWorkspace' | 'setDomains' | 'withEmailDomain'>
  readonly entitlements: (ctx: Ctx, workspaceId: string) => Promise<Entitlements>
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  readonly provider: Provider
  readonly mails: Pick<DomainMails, 'warning'>
  readonly own: () => readonly string[]
}

/** Defaults to the context's workspace when `workspaceId` is empty. */
export interface NamedEmailDomain {
  readonly workspaceId: string
  readonly domainId: string
}

export interface EmailDomains {
  /** Errors: PLAN_LIMIT, INVALID_INPUT, CONFLICT for a second domain and another tenant's, UNAVAILABLE. */
  readonly add: (ctx: Ctx, input: { workspaceId: string; typed: string }) => Promise<FoundEmailDomain>
  /** Errors: NOT_FOUND unless it is the agency's own domain, PLAN_LIMIT, UNAVAILABLE. */
  readonly verify: (ctx: Ctx, input: NamedEmailDomain) => Promise<void>
  /** Stores and returns the mail service's current state. Errors: NOT_FOUND, UNAVAILABLE. */
  readonly get: (ctx: Ctx, input: NamedEmailDomain) => Promise<FoundEmailDomain>
  readonly remove: (ctx: Ctx, input: NamedEmailDomain) => Promise<void>
  /** The sender of mails to a workspace's clients; undefined for ours. */
  readonly senderOf: (ctx: Ctx, workspaceId: string) => Promise<{ address: string; name: string } | undefined>
  /** Refreshes all domains of the region, or that of the named workspace. */
  readonly recheck: (ctx: Ctx, workspaceId?: string) => Promise<void>
  /** Mails users who added a domain a day ago that is still not verified. */
  readonly remind: (ctx: Ctx) => Promise<void>
  readonly removeOfWorkspace: (ctx: Ctx) => Promise<void>
}

const NONE = {
  resendEmailDomain: '',
  resendEmailDomainId: '',
  resendEmailDomainStatus: 'not_started',
  resendEmailDomainRecords_JSON_STRING: '',
} as const
const isFailing = (status: FoundEmailDomain['status']) => status === 'failure' || status === 'temporary_failure'

export function createEmailDomains(deps: EmailDomainsDeps): EmailDomains {
  const { agencies, provider, mails, runAsAdmin } = deps

  const assertEntitled = async (ctx: Ctx, workspaceId: string) => {
    if (!(await deps.entitlements(ctx, workspaceId)).customDomain)
      throw new AppError('PLAN_LIMIT', msg('domain_needs_plan'))
  }
  const owned = async (ctx: Ctx, { workspaceId: named, domainId }: NamedEmailDomain): Promise<AgencyFacts> => {
    const workspaceId = named || ctx.workspaceId
    const agency = workspaceId === '' ? undefined : await agencies.findOfWorkspace(ctx, workspaceId)
    if (!agency || domainId === '' || agency.profile.resendEmailDomainId !== domainId) throw new AppError('NOT_FOUND')
    return agency
  }
  const store = (tx: Ctx, workspaceId: string, { id, domain, status, records }: FoundEmailDomain) =>
    agencies.setDomains(tx, workspaceId, {
      resendEmailDomain: domain,
      resendEmailDomainId: id,
      resendEmailDomainStatus: status,
      resendEmailDomainRecords_JSON_STRING: JSON.stringify(records),
    })
  /** Stores the service's state. The agency is notified once when its domain stops working. */
  const refresh = async (ctx: Ctx, { workspaceId, profile }: AgencyFacts): Promise<FoundEmailDomain | undefined> => {
    const id = profile.resendEmailDomainId
    const asked = await provider.find(ctx.region, id)
    const now: FoundEmailDomain = asked ?? {
      id,
      domain: profile.resendEmailDomain,
      status: 'failure',
      records: recordsOf(profile),
    }
    const isNewlyFailing = await ctx.tx(async (tx) => {
      // Locked first, so that only one of two concurrent checks notifies.
      await agencies.setDomains(tx, workspaceId, {})
      const before = (await agencies.findOfWorkspace(tx, workspaceId))?.profile
      if (before?.resendEmailDomainId !== id) return false
      await store(tx, workspaceId, now)
      return isFailing(now.status) && !isFailing(before.resendEmailDomainStatus)
    })
    if (isNewlyFailing) await mails.warning({ ...ctx, workspaceId }, { domain: now.domain, state: 'mailFailed' })
    return now
  }

  return {
    async add(ctx, { workspaceId, typed }) {
      const domain = mailName(typed, deps.own())
      await assertEntitled(ctx, workspaceId)
      const assertFree = (agency: AgencyFacts | undefined) => {
        const has = agency?.profile.resendEmailDomain ?? ''
        if (has === '') return
        throw new AppError('CONFLICT', has === domain ? msg('email_domain_added') : msg('email_domain_one_only'))
      }
      assertFree(await agencies.findOfWorkspace(ctx, workspaceId))
      const made = await provider.add(ctx.region, domain)
      try {
        await runAsAdmin(ctx, workspaceId, async (tx) => {
          const agencyId = await agencies.ensure(tx, workspaceId)
          await agencies.setDomains(tx, workspaceId, {})
          const agency = await agencies.findOfWorkspace(tx, workspaceId)
          assertFree(agency)
          await store(tx, workspaceId, made)
          await reminders.insert(tx.db, {
            domainId: made.id,
            domain,
            workspaceId,
            agencyId,
            agencyName: agency?.profile.name ?? '',
            userEmail: ctx.actor.kind === 'session' ? ctx.actor.email : '',
            bucket: tx.region,
            timestamp: tx.now(),
            sent: false,
          })
        })
      } catch (error) {
        await provider.remove(ctx.region, made.id).catch((cause: unknown) => {
          ctx.log.warn({ err: cause, domainId: made.id }, 'a mail domain that was not kept stays at the mail service')
        })
        throw error
      }
      return made
    },
    async verify(ctx, named) {
      const { workspaceId } = await owned(ctx, named)
      await assertEntitled(ctx, workspaceId)
      await provider.verify(ctx.region, named.domainId)
      await runAsAdmin(ctx, workspaceId, async (tx) => {
        const { profile } = await owned(tx, named)
        if (profile.resendEmailDomainStatus !== 'verified')
          await agencies.setDomains(tx, workspaceId, { resendEmailDomainStatus: 'pending' })
      })
    },
    async get(ctx, named) {
      const state = await refresh(ctx, await owned(ctx, named))
      if (!state) throw new AppError('NOT_FOUND')
      return state
    },
    async remove(ctx, named) {
      const { workspaceId } = await owned(ctx, named)
      await provider.remove(ctx.region, named.domainId)
      await runAsAdmin(ctx, workspaceId, async (tx) => {
        await owned(tx, named)
        await agencies.setDomains(tx, workspaceId, NONE)
        await reminders.remove(tx.db, named.domainId)
      })
    },
    async senderOf(ctx, workspaceId) {
      const profile = (await agencies.findOfWorkspace(ctx, workspaceId))?.profile
      if (!profile || profile.resendEmailDomain === '' || profile.resendEmailDomainStatus !== 'verified')
        return undefined
      if (!worksOnOwnHosts(await deps.entitlements(ctx, workspaceId))) return undefined
      return { address: `no-reply@${profile.resendEmailDomain}`, name: profile.name }
    },
    async recheck(ctx, workspaceId) {
      for (const agency of await agencies.withEmailDomain(ctx)) {
        if (workspaceId !== undefined && agency.workspaceId !== workspaceId) continue
        // A domain without a verification attempt can't fail.
        if (agency.profile.resendEmailDomainStatus === 'not_started') continue
        await refresh({ ...ctx, workspaceId: agency.workspaceId }, agency).catch((error: unknown) => {
          ctx.log.warn({ err: error, agencyId: agency.id }, 'a mail domain could not be checked')
        })
      }
    },
    async remind(ctx) {
      for (const due of await reminders.listDue(ctx.db, new Date(ctx.now().getTime() - DAY_MS))) {
        const about = { ...ctx, workspaceId: due.workspaceId }
        const profile = (await agencies.findOfWorkspace(about, due.workspaceId))?.profile
        const isOpen = profile?.resendEmailDomainId === due.domainId && profile.resendEmailDomainStatus !== 'verified'
        if (!(await reminders.markSent(ctx.db, due.domainId)) || !isOpen) continue
        await mails.warning(about, { domain: due.domain, state: 'mailReminder', to: due.userEmail })
      }
    },
    async removeOfWorkspace(ctx) {
      for (const id of await reminders.listOfWorkspace(ctx.db, ctx.workspaceId)) {
        await provider.remove(ctx.region, id)
        await reminders.remove(ctx.db, id)
      }
    },
  }
}

const recordsOf = ({ resendEmailDomainRecords_JSON_STRING: json }: AgencyFacts['profile']) =>
  json === '' ? [] : (z.array(EmailDomainRecord).safeParse(JSON.parse(json)).data ?? [])
