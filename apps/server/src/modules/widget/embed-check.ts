import type { Region } from '@parlance/contract/lib/regions'
import { forbidsScripts, readPolicies, refusedBy, refusesInline, type CspKind } from './embed-csp.ts'
import {
  WIDGET_PATH,
  type EmbedCheck,
  type EmbedFinding,
  type EmbedVerdict,
  type SeenPage,
  type SeenScript,
  type UnreadReason,
} from '@parlance/contract/widget/embed'

export interface Expected {
  readonly agentId: string
  readonly region: Region
  /** Origins of this installation; the first is the recommended one. */
  readonly origins: readonly string[]
  /** Whether the agent allows this site. */
  readonly siteAllowed: (site: URL) => boolean
  /** When the site last loaded the widget (ISO); undefined for never. */
  readonly lastSeen?: string | undefined
}

type Values = Readonly<Record<string, string>>
const finding = (level: EmbedFinding['level'], code: EmbedFinding['code'], values: Values = {}): EmbedFinding => ({
  code,
  level,
  values: { ...values },
})
const problem = (code: EmbedFinding['code'], values?: Values) => finding('problem', code, values)
const note = (code: EmbedFinding['code'], values?: Values) => finding('note', code, values)

/** The result if the page could not be read. */
export const unreadCheck = (url: string, reason: UnreadReason): EmbedCheck => ({
  url,
  verdict: 'unread',
  findings: [problem('unread', { reason })],
})

export function judgePage(page: SeenPage, expected: Expected): EmbedCheck {
  const way = page.redirects.length > 0 ? [note('redirected', { from: page.redirects[0] ?? '', to: page.url })] : []
  const answer = (verdict: EmbedVerdict, findings: readonly EmbedFinding[]): EmbedCheck => ({
    url: page.url,
    verdict,
    findings: [...findings, ...way],
  })
  if (page.status >= 400) return answer('unread', [problem('status', { status: String(page.status) })])
  if (!page.isHtml) return answer('unread', [problem('not-html', { type: page.contentType || '?' })])
  const tags = tagsOf(page, expected)
  const cut = page.cut ? [note('cut')] : []
  if (tags.length === 0) {
    const { verdict, findings } = withoutTag(page, expected)
    return answer(verdict, [...findings, ...cut])
  }
  const judged = tags.map((tag) => judgeTag(tag, page, expected))
  // A page may have several tags: reports the best one.
  const best = judged.reduce((one, other) => (problems(other) < problems(one) ? other : one))
  const around = surroundings(page, expected)
  const findings = [...best, ...around]
  return answer(problems(findings) > 0 ? 'broken' : 'live', findings)
}

const problems = (findings: readonly EmbedFinding[]) => findings.filter(({ level }) => level === 'problem').length

interface Tag {
  readonly script: SeenScript
  readonly url: URL
  readonly agent: string | undefined
  readonly region: string | undefined
  readonly render: string | undefined
  /** The script that sets `VG_CONFIG`, if the tag depends on it. */
  readonly config?: SeenScript
}

function tagsOf(page: SeenPage, { agentId, origins }: Expected): Tag[] {
  const older = page.scripts.find(({ src, text, inert }) => !src && !inert && setsConfig(text))
  const named = older ? configOf(older.text, agentId) : {}
  return page.scripts.flatMap((script): Tag[] => {
    const url = script.src ? urlOf(script.src, page.base) : undefined
    if (!url?.pathname.endsWith(WIDGET_PATH)) return []
    // Other products may use the same script name.
    const ours = origins.includes(secure(url, origins)) || script.agent !== undefined || older !== undefined
    if (!ours) return []
    const { agent = named['ID'], region = named['region'], render = named['render'] } = script
    const depends = script.agent === undefined && older !== undefined
    return [{ script, url, agent, region, render, ...(depends ? { config: older } : {}) }]
  })
}

/** The origin, or its https variant if that is ours. */
function secure(url: URL, origins: readonly string[]): string {
  const twin = url.origin.replace(/^http:/, 'https:')
  return origins.includes(twin) ? twin : url.origin
}

function judgeTag(tag: Tag, page: SeenPage, expected: Expected): EmbedFinding[] {
  const { script, url, agent, region } = tag
  const found: EmbedFinding[] = []
  const here = new URL(page.url)
  if (script.inert) found.push(problem('inert'))
  if (!runs(script.type)) found.push(problem('held', { type: script.type }))
  if (!agent) found.push(problem('no-agent'))
  else if (agent !== expected.agentId) found.push(problem('other-agent', { agent }))
  const inRegion = region ?? 'eu'
  if (agent === expected.agentId && inRegion !== expected.region)
    found.push(problem('wrong-region', { region: inRegion, expected: expected.region }))
  if (here.protocol === 'https:' && url.protocol === 'http:' && !isLocal(url))
    found.push(problem('mixed-content', { src: url.href }))
  if (!expected.origins.includes(secure(url, expected.origins)))
    found.push(problem('other-origin', { origin: url.origin, expected: expected.origins[0] ?? '' }))
  found.push(...blocked(tag, page, expected))
  if (problems(found) > 0) return found
  return [finding('good', 'found', { render: tag.render ?? '' })]
}

function surroundings(page: SeenPage, { siteAllowed }: Expected): EmbedFinding[] {
  const here = new URL(page.url)
  return [
    ...(siteAllowed(here) ? [] : [problem('site-not-allowed', { site: here.host })]),
    ...(here.protocol === 'http:' && !isLocal(here) ? [finding('warning', 'http-page')] : []),
  ]
}

/** Directives of the page's policies that block the widget, without duplicates. */
function blocked({ script, url, config }: Tag, page: SeenPage, { region }: Expected): EmbedFinding[] {
  const here = new URL(page.url)
  const wanted: readonly (readonly [CspKind, URL])[] = [
    ['script', url],
    ['connect', new URL(`/api/${region}/public`, url)],
    ['frame', new URL('/widget/frame/', url)],
  ]
  const found = new Map<string, EmbedFinding>()
  for (const { where, text } of page.policies) {
    const add = (directive: string, source: string) =>
      found.set(directive, problem('blocked', { directive, source, where }))
    for (const policy of readPolicies(text)) {
      if (where === 'header' && forbidsScripts(policy)) add('sandbox', 'allow-scripts')
      for (const [kind, target] of wanted) {
        const directive = refusedBy(policy, kind, target, here, kind === 'script' ? script : undefined)
        // Names the specific directive, even if `default-src` blocks it.
        if (directive) add(`${kind}-src`, url.origin)
      }
      const inline = config && refusesInline(policy, config)
      if (inline) add(inline, "'nonce-…'")
    }
  }
  return [...found.values()]
}

/** No widget tag: it may be added by a script, or be in an inert place. */
function withoutTag(page: SeenPage, { lastSeen }: Expected): Pick<EmbedCheck, 'verdict' | 'findings'> {
  const containers = [...new Set(page.scripts.flatMap(containersOf))]
  const findings: EmbedFinding[] = []
  if (lastSeen) findings.push(finding('good', 'seen-before', { at: lastSeen }))
  if (containers.length > 0) findings.push(finding('warning', 'tag-manager', { containers: containers.join(', ') }))
  if (page.commented) findings.push(problem('commented'))
  if (findings.length > 0 && !page.commented) return { verdict: lastSeen ? 'live' : 'unsure', findings }
  return { verdict: 'missing', findings: page.commented ? findings : [problem('missing')] }
}

const CONTAINER = /\bGTM-[A-Z0-9]{4,12}\b/g
const containersOf = ({ src, text, inert }: SeenScript): string[] => {
  const manager = /googletagmanager\.com\/gtm\.js/.test(src) || /\bgtm\.js\b|gtm\.start/.test(text)
  return manager && !inert ? [...`${src} ${text}`.matchAll(CONTAINER)].map(([id]) => id) : []
}

const setsConfig = (text: string) => /\bVG_CONFIG\b\s*=/.test(text)
/** Reads an inline `VG_CONFIG = { ID: '…', region: '…' }` from its source text; with several, the agent's. */
function configOf(text: string, agentId: string): Readonly<Record<string, string | undefined>> {
  const from = text.indexOf('VG_CONFIG')
  const forms = text.slice(from, from + 5000).split('}', 20)
  const body = forms.find((form) => form.includes(agentId)) ?? forms[0] ?? ''
  const value = (key: string) => new RegExp(`['"]?\\b${key}['"]?\\s*:\\s*['"\`]([^'"\`]{1,100})['"\`]`).exec(body)?.[1]
  return { ID: value('ID'), region: value('region'), render: value('render') }
}

/** Scripts of other types are not run; consent banners use this to block scripts. */
const runs = (type: string) => /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())
const isLocal = ({ hostname }: URL) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)

function urlOf(src: string, base: string): URL | undefined {
  return URL.canParse(src.trim(), base) ? new URL(src.trim(), base) : undefined
}
