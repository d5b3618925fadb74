// What a page says about the widget of an agent: pure rules over what was seen there.
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
  /** Where this installation is reached; the first is the one to recommend. */
  readonly origins: readonly string[]
  /** Whether the agent lets this site carry its widget. */
  readonly siteAllowed: (site: URL) => boolean
  /** When the widget was last loaded on the page's site, ISO; undefined for never. */
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

/** Nothing of the page was seen. */
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
  // Several tags may stand on one page: the best of them is the one that is talked about.
  const best = judged.reduce((one, other) => (problems(other) < problems(one) ? other : one))
  const around = surroundings(page, expected)
  const findings = [...best, ...around]
  return answer(problems(findings) > 0 ? 'broken' : 'live', findings)
}

const problems = (findings: readonly EmbedFinding[]) => findings.filter(({ level }) => level === 'problem').length

/** A tag of the widget as the page means it: its own attributes, else what `VG_CONFIG` says. */
interface Tag {
  readonly script: SeenScript
  readonly url: URL
  readonly agent: string | undefined
  readonly region: string | undefined
  readonly render: string | undefined
  /** The script that sets `VG_CONFIG`, where the tag depends on it. */
  readonly config?: SeenScript
}

function tagsOf(page: SeenPage, { agentId, origins }: Expected): Tag[] {
  const older = page.scripts.find(({ src, text, inert }) => !src && !inert && setsConfig(text))
  const named = older ? configOf(older.text, agentId) : {}
  return page.scripts.flatMap((script): Tag[] => {
    const url = script.src ? urlOf(script.src, page.base) : undefined
    if (!url?.pathname.endsWith(WIDGET_PATH)) return []
    // Other products may have a script of that name.
    const ours = origins.includes(secure(url, origins)) || script.agent !== undefined || older !== undefined
    if (!ours) return []
    const { agent = named['ID'], region = named['region'], render = named['render'] } = script
    const depends = script.agent === undefined && older !== undefined
    return [{ script, url, agent, region, render, ...(depends ? { config: older } : {}) }]
  })
}

/** The origin, or its secure twin where that is the one meant. */
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

/** What stands against the widget whatever the tag says. */
function surroundings(page: SeenPage, { siteAllowed }: Expected): EmbedFinding[] {
  const here = new URL(page.url)
  return [
    ...(siteAllowed(here) ? [] : [problem('site-not-allowed', { site: here.host })]),
    ...(here.protocol === 'http:' && !isLocal(here) ? [finding('warning', 'http-page')] : []),
  ]
}

/** Everything the page's own policies keep from loading, each directive once. */
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
        // What is missing is named by the directive of its kind, also where `default-src` forbids it.
        if (directive) add(`${kind}-src`, url.origin)
      }
      const inline = config && refusesInline(policy, config)
      if (inline) add(inline, "'nonce-…'")
    }
  }
  return [...found.values()]
}

/** No tag of ours: it may come by another way, or stand where it does nothing. */
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
/** What an inline `VG_CONFIG = { ID: '…', region: '…' }` says, as far as it stands there as plain text; of several the agent's. */
function configOf(text: string, agentId: string): Readonly<Record<string, string | undefined>> {
  const from = text.indexOf('VG_CONFIG')
  const forms = text.slice(from, from + 5000).split('}', 20)
  const body = forms.find((form) => form.includes(agentId)) ?? forms[0] ?? ''
  const value = (key: string) => new RegExp(`['"]?\\b${key}['"]?\\s*:\\s*['"\`]([^'"\`]{1,100})['"\`]`).exec(body)?.[1]
  return { ID: value('ID'), region: value('region'), render: value('render') }
}

/** Scripts of other types are data; banners that ask for consent change the type to hold a script back. */
const runs = (type: string) => /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())
const isLocal = ({ hostname }: URL) => /^(?:localhost|127(?:\.\d+){3}|\[::1\])$|\.localhost$/.test(hostname)

function urlOf(src: string, base: string): URL | undefined {
  return URL.canParse(src.trim(), base) ? new URL(src.trim(), base) : undefined
}
