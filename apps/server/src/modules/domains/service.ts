// Owns the addresses of agencies: claims, proofs, and served hosts.
import { worksOnOwnHosts } from '@parlance/contract/agencies/standing'
import type { CustomDomainConfig, DomainState, DomainType } from '@parlance/contract/domains/schemas'
import { CustomDomainConfig as ConfigSchema } from '@parlance/contract/domains/schemas'
import type { Entitlements } from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import { MailRefused, TAKES_NO_MAIL } from '../../lib/mail.ts'
import type { Agencies, AgencyFacts } from '../agencies/index.ts'
import * as repository from './hosts.repository.ts'
import type { HostRow } from './identity.schema.ts'
import { asciiName } from '../../lib/origin/host.ts'
import { customName, productName } from './names.ts'
import type { Dns, DomainMails, Hosting } from './ports.ts'
import { findRecords, leadsTo, newConfig, recordsOf, type Target } from './records.ts'

/** How long a host with missing records stays served. */
const QUARANTINE_MS = 3 * 24 * 3600_000

export interface DomainsDeps {
  readonly identity: Db
  readonly agencies: Pick<Agencies, 'ensure' | 'findOfWorkspace' | 'setDomains'>
  readonly entitlements: (ctx: Ctx, workspaceId: string) => Promise<Entitlements>
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  /** Contexts of the workspaces that the signed-in caller administers, in all regions. */
  readonly administered: (ctx: Ctx) => Promise<Ctx[]>
  readonly dns: Dns
  /** Absent when this installation serves them itself. */
  readonly hosting: Hosting | undefined
  readonly mails: DomainMails
  /** Read on every use: the origin is known once the server listens. */
  readonly place: () => Target & { readonly root: string; readonly own: readonly string[]; readonly isSecure: boolean }
  readonly hostChanged: (host: string) => void
  readonly probe: (host: string) => Promise<boolean>
}

export interface Domains {
  /** Errors: PLAN_LIMIT without white label, INVALID_INPUT with the reason, CONFLICT for another tenant's name. */
  readonly claim: (ctx: Ctx, input: { workspaceId: string; typed: string; type: DomainType }) => Promise<DomainState>
  /** Checks the records. Errors: NOT_FOUND for a name not claimed here, CONFLICT if another tenant proved it first. */
  readonly status: (ctx: Ctx, input: NamedDomain) => Promise<DomainState>
  readonly remove: (ctx: Ctx, input: NamedDomain) => Promise<void>
  /** Changes nothing. Errors: INVALID_INPUT with the reason, CONFLICT for a name that is another tenant's. */
  readonly assertAvailable: (ctx: Ctx, input: { workspaceId: string; typed: string; type: DomainType }) => Promise<void>
  /** Resolves when the domain is live. Errors: NOT_FOUND, UNAVAILABLE. */
  readonly assertLive: (ctx: Ctx, input: Omit<NamedDomain, 'type'>) => Promise<void>
  readonly sendInstructions: (ctx: Ctx, input: { workspaceId: string; domain: string; to: string }) => Promise<void>
  /** Finds the named domain, the one that `text` contains, or the only one, in all regions. Errors: NOT_FOUND. */
  readonly sendOwnInstructions: (
    ctx: Ctx,
    input: { to: string; text: string; domain?: string | undefined; workspaceId?: string | undefined },
  ) => Promise<void>
  /** Warns about custom domains that point elsewhere, stops serving them, and serves those that are back. */
  readonly recheck: (ctx: Ctx) => Promise<void>
  readonly releaseOfWorkspace: (ctx: Ctx) => Promise<void>
}

export interface NamedDomain {
  readonly workspaceId: string
  readonly domain: string
  readonly type: DomainType
}

const NONE: DomainState = { domain: '', isVerified: false, verification: [], records: [] }

export function createDomains(deps: DomainsDeps): Domains {
  const { identity, agencies, dns, hosting, mails, place, hostChanged, runAsAdmin } = deps
  const noAnswer = (cause: unknown): never => {
    if (cause instanceof AppError) throw cause
    throw new AppError('UNAVAILABLE', msg('dns_no_answer'), { cause })
  }
  const release = async (host: string, agencyId: string, now: Date) => {
    if (host === '') return
    await repository.release(identity, { host, agencyId, now })
    hostChanged(host)
  }
  /** Only a host that the agency was served on: another agency may be served on one that it merely claimed. */
  const removeHosting = async (host: string, agencyId: string) => {
    const holder = hosting && (await repository.find(identity, host))
    if (holder?.agencyId === agencyId && holder.kind === 'custom') await hosting?.remove(host)
  }
  /** Of concurrent proofs of a name, one wins. */
  const take = async (ctx: Ctx, agency: AgencyFacts, host: string, kind: 'subdomain' | 'custom'): Promise<boolean> => {
    const { id: agencyId, workspaceId } = agency
    const isOurs = await repository.take(identity, {
      host,
      kind,
      region: ctx.region,
      agencyId,
      workspaceId,
      now: ctx.now(),
    })
    if (isOurs) hostChanged(host)
    return isOurs
  }
  const isTaken = async (host: string, agencyId: string | undefined): Promise<boolean> => {
    const holder = await repository.find(identity, host)
    return holder?.status === 'live' && holder.agencyId !== agencyId
  }
  const agencyOf = async (ctx: Ctx, workspaceId: string): Promise<AgencyFacts> => {
    const agency = await agencies.findOfWorkspace(ctx, workspaceId)
    if (!agency) throw new AppError('NOT_FOUND')
    return agency
  }
  /** The agency's named domain. @throws NOT_FOUND for any other */
  const claimed = async (ctx: Ctx, { workspaceId, domain, type }: NamedDomain) => {
    const agency = await agencyOf(ctx, workspaceId)
    const host = type === 'vgSubdomain' ? agency.profile.VGsubDomain : agency.profile.customDomain
    if (host === '' || asciiName(domain.trim()) !== host) throw new AppError('NOT_FOUND')
    return { agency, host }
  }
  const configOf = ({ profile }: AgencyFacts): CustomDomainConfig => {
    const config = ConfigSchema.safeParse(profile.customDomainConfig).data
    if (!config) throw new AppError('NOT_FOUND')
    return config
  }
  const customState = async (agency: AgencyFacts): Promise<DomainState & { ready: boolean }> => {
    const { customDomain: domain, isVerifiedCustomDomain: isVerified } = agency.profile
    const config = configOf(agency)
    const found = await findRecords(dns, domain, config, place())
    const records = recordsOf(config, place(), found)
    const verification = found.proven ? [] : config.verification
    return { domain, isVerified, verification, records, ready: found.proven && found.leadsHere }
  }

  const claimSubdomain = async (ctx: Ctx, workspaceId: string, typed: string): Promise<DomainState> => {
    const host = productName(typed, place().root)
    const taken = await runAsAdmin(ctx, workspaceId, async (tx) => {
      await agencies.ensure(tx, workspaceId)
      const agency = await agencyOf(tx, workspaceId)
      if (!(await take(tx, agency, host, 'subdomain'))) throw new AppError('CONFLICT', msg('subdomain_taken'))
      await agencies.setDomains(tx, workspaceId, { VGsubDomain: host, isVerifiedSubDomain: true })
      if (agency.profile.VGsubDomain !== host)
        await tx.emit({ type: 'subdomain.claimed', workspaceId, agencyId: agency.id, subdomain: host })
      return { before: agency.profile.VGsubDomain, id: agency.id }
    })
    if (taken.before !== host) await release(taken.before, taken.id, ctx.now())
    return { ...NONE, domain: host, isVerified: true }
  }
  const claimCustom = async (ctx: Ctx, workspaceId: string, typed: string): Promise<DomainState> => {
    const { root, own, ip } = place()
    const name = customName(typed, [...own, root], ip !== '')
    const before = await runAsAdmin(ctx, workspaceId, async (tx) => {
      const id = await agencies.ensure(tx, workspaceId)
      if (await isTaken(name.host, id)) throw new AppError('CONFLICT', msg('domain_taken'))
      const { profile } = await agencyOf(tx, workspaceId)
      // Claiming the same name again keeps its proof, so that existing records stay valid.
      if (profile.customDomain === name.host) return { host: '', id }
      const values = { customDomain: name.host, isVerifiedCustomDomain: false, customDomainConfig: newConfig(name) }
      await agencies.setDomains(tx, workspaceId, values)
      return { host: profile.customDomain, id }
    })
    await release(before.host, before.id, ctx.now())
    await removeHosting(before.host, before.id).catch((error: unknown) => {
      ctx.log.warn({ err: error, host: before.host }, 'a replaced domain stays in the hosting project')
    })
    return check(ctx, workspaceId)
  }
  /** Serves the custom domain once it is proven and points here. */
  const check = async (ctx: Ctx, workspaceId: string): Promise<DomainState> => {
    const agency = await agencyOf(ctx, workspaceId)
    const { ready, ...state } = await customState(agency).catch(noAnswer)
    if (!ready || state.isVerified) return state
    await hosting?.add(state.domain)
    const isVerified = await ctx.tx(async (tx) => {
      // The claim may have been released during the DNS query.
      const { profile, id } = await agencyOf(tx, workspaceId)
      const same = JSON.stringify(profile.customDomainConfig) === JSON.stringify(agency.profile.customDomainConfig)
      if (id !== agency.id || profile.customDomain !== state.domain || !same) return false
      if (!(await take(tx, agency, state.domain, 'custom'))) throw new AppError('CONFLICT', msg('domain_taken'))
      await agencies.setDomains(tx, workspaceId, { isVerifiedCustomDomain: true })
      return true
    })
    return { ...state, isVerified }
  }

  return {
    async claim(ctx, { workspaceId, typed, type }) {
      const { customDomain: allowed } = await deps.entitlements(ctx, workspaceId)
      if (!allowed) throw new AppError('PLAN_LIMIT', msg('domain_needs_plan'))
      return type === 'vgSubdomain' ? claimSubdomain(ctx, workspaceId, typed) : claimCustom(ctx, workspaceId, typed)
    },
    async status(ctx, named) {
      const { agency, host } = await claimed(ctx, named)
      if (named.type === 'customDomain') return check(ctx, named.workspaceId)
      return { ...NONE, domain: host, isVerified: agency.profile.isVerifiedSubDomain }
    },
    async remove(ctx, named) {
      const { agency, host } = await claimed(ctx, named)
      // First, so that a failed removal can be repeated.
      if (named.type === 'customDomain') await removeHosting(host, agency.id)
      await runAsAdmin(ctx, named.workspaceId, (tx) =>
        agencies.setDomains(
          tx,
          named.workspaceId,
          named.type === 'vgSubdomain'
            ? { VGsubDomain: '', isVerifiedSubDomain: false }
            : { customDomain: '', isVerifiedCustomDomain: false, customDomainConfig: null },
        ),
      )
      await release(host, agency.id, ctx.now())
    },
    async assertAvailable(ctx, { workspaceId, typed, type }) {
      const isProduct = type === 'vgSubdomain'
      const { root, own, ip } = place()
      const host = isProduct ? productName(typed, root) : customName(typed, [...own, root], ip !== '').host
      const agency = await agencies.findOfWorkspace(ctx, workspaceId)
      if (await isTaken(host, agency?.id))
        throw new AppError('CONFLICT', msg(isProduct ? 'subdomain_taken' : 'domain_taken'))
    },
    async assertLive(ctx, { workspaceId, domain }) {
      const { id, profile } = await agencyOf(ctx, workspaceId)
      const host = asciiName(domain.trim())
      if (host === undefined || (host !== profile.VGsubDomain && host !== profile.customDomain))
        throw new AppError('NOT_FOUND')
      const row = await repository.find(identity, host)
      const isOwn = row?.agencyId === id && row.status === 'live'
      const isServed = isOwn && worksOnOwnHosts(await deps.entitlements(ctx, workspaceId))
      if (isServed && (await answers(host, row.kind))) return
      throw new AppError('UNAVAILABLE', msg('domain_not_live'))
    },
    sendInstructions,
    async sendOwnInstructions(ctx, { to, text, domain, workspaceId }) {
      const found: { ctx: Ctx; domain: string }[] = []
      for (const own of await deps.administered(ctx)) {
        if (workspaceId !== undefined && own.workspaceId !== workspaceId) continue
        const claimedName = (await agencies.findOfWorkspace(own, own.workspaceId))?.profile.customDomain
        if (claimedName) found.push({ ctx: own, domain: claimedName })
      }
      const wanted = domain === undefined ? undefined : asciiName(domain.trim())
      const named = found.filter((one) => (domain === undefined ? text.includes(one.domain) : one.domain === wanted))
      // Longest first: a text about a.example.com also contains example.com.
      const [best = domain === undefined && found.length === 1 ? found[0] : undefined] = named.toSorted(
        (a, b) => b.domain.length - a.domain.length,
      )
      if (!best) throw new AppError('NOT_FOUND')
      await sendInstructions(best.ctx, { workspaceId: best.ctx.workspaceId, domain: best.domain, to })
    },
    recheck,
    async releaseOfWorkspace(ctx) {
      const released = await repository.releaseOfWorkspace(identity, ctx.workspaceId, ctx.now())
      for (const { host } of released) hostChanged(host)
      for (const { host, kind } of released) if (kind === 'custom') await hosting?.remove(host)
    },
  }

  async function sendInstructions(
    ctx: Ctx,
    { workspaceId, domain, to }: { workspaceId: string; domain: string; to: string },
  ): Promise<void> {
    const { agency } = await claimed(ctx, { workspaceId, domain, type: 'customDomain' })
    const { records } = await customState(agency).catch(noAnswer)
    const replyTo = ctx.actor.kind === 'session' ? ctx.actor.email : ''
    const mail = { to, replyTo, agency: agency.profile.name, domain: agency.profile.customDomain, records }
    await mails.instructions(ctx, mail).catch((error: unknown) => {
      if (error instanceof MailRefused) throw new AppError('UNAVAILABLE', TAKES_NO_MAIL)
      throw error
    })
  }

  /** Without https no certificate is needed: records that point here suffice. */
  async function answers(host: string, kind: 'subdomain' | 'custom'): Promise<boolean> {
    if (place().isSecure) return deps.probe(host)
    return kind === 'subdomain' || leadsTo(dns, host, place()).catch(() => false)
  }

  /** A name that is no longer served may have got another owner, so its agency must prove it again. */
  async function findsHost(ctx: Ctx, { host, status, workspaceId }: HostRow): Promise<boolean> {
    if (status === 'live') return leadsTo(dns, host, place())
    const agency = await agencies.findOfWorkspace(ctx, workspaceId)
    if (agency?.profile.customDomain !== host) return false
    const found = await findRecords(dns, host, configOf(agency), place())
    return found.proven && found.leadsHere
  }

  async function recheck(ctx: Ctx): Promise<void> {
    for (const row of await repository.customHosts(identity, ctx.region)) {
      const about = { ...ctx, workspaceId: row.workspaceId }
      const isThere = await findsHost(about, row).catch(() => undefined)
      // An unreachable DNS proves nothing.
      if (isThere === undefined) continue
      const now = ctx.now()
      if (isThere) {
        await repository.noteCheck(identity, row, { status: 'live', failingSince: null, now })
        if (row.status !== 'live') await agencies.setDomains(about, row.workspaceId, { isVerifiedCustomDomain: true })
      } else {
        const failingSince = row.failingSince ?? now
        const isOver = now.getTime() - failingSince.getTime() >= QUARANTINE_MS
        await repository.noteCheck(identity, row, {
          status: isOver ? 'quarantined' : row.status,
          failingSince,
          now,
        })
        if (isOver && row.status === 'live')
          await agencies.setDomains(about, row.workspaceId, { isVerifiedCustomDomain: false })
        const news = isOver && row.status === 'live' ? 'quarantined' : row.failingSince ? undefined : 'missing'
        if (news) await mails.warning(about, { domain: row.host, state: news })
      }
      hostChanged(row.host)
    }
  }
}
