import { DEFAULT_LANGUAGE } from '@parlance/contract/accounts/languages'
import { roleAtLeast } from '@parlance/contract/lib/roles'
import { hookOf } from '../adapters/hooks/hook.ts'
import { createDns } from '../adapters/dns/dns.ts'
import { createVercel } from '../adapters/vercel/vercel.ts'
import { createEmailDomains } from '../adapters/resend/email-domains.ts'
import type { Ctx } from '../lib/ctx.ts'
import { hostName } from '../lib/origin/host.ts'
import { createGuardedFetch } from '../lib/outbound/guarded-fetch.ts'
import type { createAccountsModule } from '../modules/accounts/index.ts'
import type { createAgenciesModule } from '../modules/agencies/index.ts'
import { createDomainsModule, EMAIL_DOMAIN_REFUSED } from '../modules/domains/index.ts'
import { type createWorkspacesModule, workspaceEmails, workspaceLocks } from '../modules/workspaces/index.ts'
import type { Base, Module } from './base.ts'

interface Needs {
  readonly accounts: Module<typeof createAccountsModule>
  readonly agencies: Module<typeof createAgenciesModule>
  readonly workspaces: Module<typeof createWorkspacesModule>
}
const PROBE_MS = 5000
const PROBE_BYTES = 10_000

export function composeDomains(
  { settings, databases, log, appOrigin, infrastructure, system }: Base,
  { accounts, agencies, workspaces }: Needs,
) {
  const { enqueue, hostChanged, mail, origins, sandbox } = infrastructure
  const { rootDomain = '', cname = '', ip = '' } = settings.domains ?? {}
  const fetchHost = createGuardedFetch({
    allow: settings.outboundAllow,
    timeoutMs: PROBE_MS,
    maxBytes: PROBE_BYTES,
    onRefused: (reason) => log.info({ reason }, 'a domain does not answer yet'),
  })
  const told = hookOf('new-subdomain', settings.newSubdomainHookUrl, log)
  const domains = createDomainsModule({
    announce: ({ workspaceId, region }, claimed) => told({ ...claimed, workspaceId, region }),
    provider: createEmailDomains(mail.accountOf),
    identity: databases.identity.db,
    agencies: agencies.service,
    entitlements: workspaces.service.entitlements,
    runAsAdmin: workspaceLocks.runAsAdmin,
    async administered(ctx) {
      const found: Ctx[] = []
      for (const region of settings.regions) {
        const there = { ...system(region), actor: ctx.actor, log: ctx.log }
        for (const { uid, role, supportUntil } of await workspaces.service.list(there))
          if (supportUntil === undefined && roleAtLeast(role, 'admin')) found.push({ ...there, workspaceId: uid })
      }
      return found
    },
    dns: createDns(sandbox.dns ? [sandbox.dns.address] : (settings.dnsServers ?? [])),
    hosting: settings.vercel && createVercel(settings.vercel),
    hostChanged,
    place: () => {
      const own = hostName(new URL(appOrigin()).host) ?? ''
      return {
        root: rootDomain || own,
        cname: cname || own,
        ip: ip || (sandbox.dns ? '127.0.0.1' : ''),
        own: [own],
        isSecure: origins.own().isSecure,
      }
    },
    probe: (host) =>
      fetchHost(`https://${host}/healthz`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    mails: {
      async instructions({ region }, { to, replyTo, ...about }) {
        const { dnsInstructionsMail } = await import('../mails/domain-mails.ts')
        // The person who manages the DNS zone may speak another language than the agency.
        const content = await dnsInstructionsMail({ ...about, language: DEFAULT_LANGUAGE })
        await mail.mailers.of(region).sendOrLater({ to, ...(replyTo === '' ? {} : { replyTo }), ...content })
      },
      async warning(ctx, { to: only, ...about }) {
        const { domainWarningMail } = await import('../mails/domain-mails.ts')
        const members = await workspaceEmails(ctx, ctx.workspaceId, mail.isSandboxed)
        const people = only !== undefined && members.includes(only) ? [only] : members
        const languages = await accounts.service.languagesOf(people)
        const tab = about.state.startsWith('mail') ? 2 : 1
        const link = `${appOrigin()}/app/${ctx.region}/whitelabel/agency?activeTabIndex=${tab}&workspace=${ctx.workspaceId}`
        for (const to of people) {
          const language = languages.get(to) ?? DEFAULT_LANGUAGE
          await mail.mailers.of(ctx.region).later({ to, ...(await domainWarningMail({ ...about, language, link })) })
        }
      },
    },
  })
  mail.useSenders({
    of: (region, workspaceId) => domains.emailDomains.senderOf({ ...system(region), workspaceId }, workspaceId),
    refused: (region, workspaceId) => enqueue(system(region), EMAIL_DOMAIN_REFUSED, { workspaceId }),
  })
  return domains
}
