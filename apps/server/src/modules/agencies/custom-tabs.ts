// Custom tabs as clients open them: visibility, sandboxed pages, and the token that identifies the viewer to a tab.
import type { CustomTab, CustomTabEntry } from '@parlance/contract/agencies/custom-tabs'
import type { OpenedTab, TabIdentity } from '@parlance/contract/agencies/tab-identity'
import { tabPath } from '@parlance/contract/agencies/tab-rules'
import { AppError } from '@parlance/contract/lib/errors'
import { SignJWT } from 'jose'
import type { Signer } from '../../lib/crypto.ts'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import { openHs256 } from '../../lib/jwt.ts'
import type { Agencies } from './service.ts'

const VALID_MS = 5 * 60_000
const PURPOSE = 'custom-tab'

export interface AskedPage {
  readonly agencyId: string
  readonly href: string
  readonly until: string
  readonly sig: string
}

export interface CustomTabs {
  readonly list: (ctx: Ctx) => Promise<CustomTabEntry[]>
  /** @throws NOT_FOUND for a tab that they may not open, as for an unknown one */
  readonly open: (ctx: Ctx, href: string) => Promise<OpenedTab>
  /** The HTML of a page for its signed URL; undefined for any other URL. */
  readonly page: (ctx: Ctx, asked: AskedPage) => Promise<string | undefined>
  /** @throws INVALID_TOKEN for a token that is not of this agency, or has expired */
  readonly verify: (ctx: Ctx, agencyId: string, token: string) => Promise<TabIdentity>
}

interface Deps {
  readonly agencies: Pick<Agencies, 'find'>
  readonly secretOf: (ctx: Ctx, agencyId: string) => Promise<string | undefined>
  readonly signer: Signer
}

export function createCustomTabs({ agencies, secretOf, signer }: Deps): CustomTabs {
  const tabsOf = async (ctx: Ctx, agencyId: string): Promise<readonly CustomTab[]> =>
    (await agencies.find(ctx, agencyId))?.profile.customTabs ?? []
  const ownTabs = async (ctx: Ctx, actor: ClientActor) => {
    const allowed = new Set<string>(actor.canAccess)
    const tabs = await tabsOf(ctx, actor.agencyId)
    return tabs.filter(({ href, alwaysVisible }) => actor.isAdmin || alwaysVisible || allowed.has(`/c${href}`))
  }
  const signed = (region: string, agencyId: string, href: string, until: string) =>
    JSON.stringify([region, agencyId, href, until])
  const identityOf = async (ctx: Ctx, actor: ClientActor, href: string, expiresAt: number) => {
    const secret = await secretOf(ctx, actor.agencyId)
    if (secret === undefined) throw new AppError('NOT_FOUND')
    const { email, name, orgId, isAdmin } = actor
    return new SignJWT({ email, name, orgId, isAdmin })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(actor.agencyId)
      .setSubject(actor.clientId)
      .setAudience(href)
      .setIssuedAt(Math.floor(ctx.now().getTime() / 1000))
      .setExpirationTime(expiresAt)
      .sign(new TextEncoder().encode(secret))
  }
  return {
    list: async (ctx) =>
      (await ownTabs(ctx, clientActor(ctx))).map(({ label, href, iconUrl, alwaysVisible }) => ({
        label,
        href,
        iconUrl,
        alwaysVisible,
      })),
    async open(ctx, href) {
      const actor = clientActor(ctx)
      const tab = (await ownTabs(ctx, actor)).find((one) => one.href === tabPath(href))
      if (!tab) throw new AppError('NOT_FOUND')
      const until = String(ctx.now().getTime() + VALID_MS)
      const expiresAt = Math.floor(Number(until) / 1000)
      const query = new URLSearchParams({
        until,
        sig: signer.sign(PURPOSE, signed(ctx.region, actor.agencyId, tab.href, until)),
      })
      return {
        label: tab.label,
        src:
          tab.pageType === 'iframe'
            ? tab.iframeUrl
            : `/api/${ctx.region}/custom-tabs/${actor.agencyId}${tab.href}?${query.toString()}`,
        identity: await identityOf(ctx, actor, tab.href, expiresAt),
        expiresAt,
      }
    },
    async page(ctx, { agencyId, href, until, sig }) {
      if (!/^\d{1,15}$/.test(until) || Number(until) <= ctx.now().getTime()) return undefined
      if (!signer.verify(PURPOSE, signed(ctx.region, agencyId, href, until), sig)) return undefined
      const tab = (await tabsOf(ctx, agencyId)).find((one) => one.href === href && one.pageType === 'html')
      return tab && tabPage(tab)
    },
    async verify(ctx, agencyId, token) {
      const secret = await secretOf(ctx, agencyId)
      const claims = secret === undefined ? undefined : ((await openHs256(token, secret)) as Claims | undefined)
      const { iss, sub, aud, exp, email, name, orgId, isAdmin } = claims ?? {}
      const isLive = typeof exp === 'number' && exp * 1000 > ctx.now().getTime()
      if (iss !== agencyId || !isLive) throw new AppError('INVALID_TOKEN')
      const text = (value: unknown) => (typeof value === 'string' ? value : '')
      return {
        clientId: text(sub),
        email: text(email),
        name: text(name),
        orgId: text(orgId),
        isAdmin: isAdmin === true,
        href: text(aud),
        expiresAt: exp,
      }
    },
  }
}
type Claims = Readonly<Record<string, unknown>> & { readonly exp?: unknown }

function clientActor({ actor }: Ctx): ClientActor {
  if (actor.kind !== 'client') throw new AppError('FORBIDDEN')
  return actor
}

/** Provides `window.dashboard` to pages: a promise of the first context, and later changes. */
const BRIDGE = `<script>(()=>{let done;const heard=[];window.dashboard={ready:new Promise(r=>done=r),onChange:f=>void heard.push(f),refresh:()=>parent.postMessage({type:'tab:ready'},'*')};addEventListener('message',({source,data})=>{if(source!==parent||!data||data.type!=='dashboard:context')return;done(data);for(const f of heard)f(data)});dashboard.refresh()})()</script>`

/** The agency's HTML and JavaScript as one page. Only ever served in a sandbox. */
export function tabPage({ htmlContent, jsContent }: Pick<CustomTab, 'htmlContent' | 'jsContent'>): string {
  const script = jsContent === '' ? '' : `<script>${jsContent.replaceAll(/<\/(script)/gi, String.raw`<\/$1`)}</script>`
  const [start] = /^\s*(<!doctype[^>]*>|(?=<html))/i.exec(htmlContent) ?? []
  // Without a doctype at the start, browsers render in quirks mode.
  if (start !== undefined) return `${start}${BRIDGE}${htmlContent.slice(start.length)}${script}`
  return `<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">${BRIDGE}</head><body>${htmlContent}${script}</body></html>`
}

/** A page with its own origin: no cookies, no storage, no access to the surrounding dashboard. */
export const TAB_PAGE_POLICY = [
  'sandbox allow-scripts allow-forms allow-popups allow-downloads',
  "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')
