// Starts the chat in its frame.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { apiBase, isRegion, type Region } from '@parlance/contract/lib/regions'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadLanguage, pickLanguage, type Language } from '../i18n.ts'
import { createApi } from './api.ts'
import { Refusal } from './refusal.ts'
import { createChatController } from './chat-controller.ts'
import { openHost, type Host } from './host.ts'
import { openVisitorStorage, openIdentity, storageKey, type VisitorStorage } from './identity.ts'
import { openQueue } from './queue-storage.ts'
import './styles/base.css'
import './styles/composer.css'
import './styles/thread.css'
import { Boundary, Crash } from './ui/boundary.tsx'
import { Chat } from './ui/chat.tsx'
import { applyAppearance, AppearanceProvider, readAppearance } from './ui/appearance.ts'
import { startVisit } from './start-visit.ts'
import type { VisitDeps } from './visit-deps.ts'

const root = createRoot(document.getElementById('app') as HTMLElement, {
  onCaughtError: () => undefined,
})
const render = (node: ReactNode) => root.render(node)
// Reading `document.URL` instead of `location` saves 4 KB of memory.
const [address = '', fragment = ''] = document.URL.split('#')
const host = openHost(window, fragment)

interface Place {
  readonly region: Region
  readonly agentId: string
}

function place(): Place | undefined {
  const [, region, id] = /^[^/]*\/\/[^/]+\/widget\/frame\/(\w+)\/([^/?]+)\/?(?:\?|$)/.exec(address) ?? []
  return isRegion(region) && id ? { region, agentId: decodeURIComponent(id) } : undefined
}

interface Around extends Place {
  readonly page: Host
  readonly createConsent: VisitDeps['createConsent']
  readonly cookies: typeof import('./cookies.ts').cookieStorage | undefined
}

/** Runs before the first render, so that the language never switches visibly. */
const languageFor = (wanted?: string) => loadLanguage(pickLanguage(wanted, () => navigator.languages))

async function blank(missing: boolean): Promise<void> {
  const { texts, dir, code } = await languageFor()
  Object.assign(document.documentElement, { dir, lang: code })
  render(
    missing ? (
      <div className="blank" role="alert">
        {texts.missing}
      </div>
    ) : (
      <Crash texts={texts} />
    ),
  )
}

const isLasting = ({ syncBrowser, recordChatHistory }: PublicAgent) => syncBrowser && recordChatHistory

/** Replaces storage when the browser denies it to third-party frames. */
async function cookiesFor(agent: PublicAgent): Promise<Around['cookies']> {
  try {
    if (!isLasting(agent)) return undefined
    // Throws when storage is denied or full.
    localStorage.setItem(PROBE, '')
    localStorage.removeItem(PROBE)
    return undefined
  } catch {
    return (await import('./cookies.ts')).cookieStorage
  }
}
const PROBE = 'parlance'

function start(
  agent: PublicAgent,
  language: Language,
  { region, agentId, page, createConsent, cookies }: Around,
): void {
  const appearance = readAppearance(agent, language)
  applyAppearance(appearance)
  // Without history, or with one conversation per tab, nothing outlives the tab.
  const key = storageKey(region, agentId)
  const shelves: (() => VisitorStorage)[] = [() => (isLasting(agent) ? localStorage : sessionStorage)]
  if (cookies) shelves.push(() => cookies(document, location.pathname))
  const visitorStorage = openVisitorStorage(shelves)
  const identity = openIdentity(key, visitorStorage)
  const api = createApi(apiBase(region), agentId, identity.visitorId)
  // Identified visitors leave nothing in storage that an anonymous visit could find.
  const queueStorage = () => {
    if (identity.stored()?.visitorId !== identity.visitorId()) throw new Error('Nobody without a name is there')
    return visitorStorage
  }
  const queue = openQueue(key, agent.recordChatHistory ? queueStorage : undefined, identity.visitorId)
  const controller = createChatController({
    api,
    identity,
    queue,
    key,
    consents: agent.consentRequired,
    language: () => navigator.language,
    page: page.page,
    tell: page.tell,
  })
  startVisit({ agent, key, visitorStorage, identity, queue, api, controller, host: page, createConsent })
  // Text from the page queues like the visitor's own, without their pending files.
  page.onPush((text) => controller.send(text, undefined, []))
  page.onRestart(() => controller.dispatch({ type: 'restart' }))
  render(
    <AppearanceProvider value={appearance}>
      <Boundary texts={appearance.language.texts}>
        <Chat controller={controller} host={page} />
      </Boundary>
    </AppearanceProvider>,
  )
}

async function main(): Promise<void> {
  if (address.endsWith('?preview')) return (await import('./preview.tsx')).preview(render)
  const here = place()
  if (!here) return blank(true)
  // The page names its visitor before anything is requested for them.
  const [agent] = await Promise.all([createApi(apiBase(here.region), here.agentId, () => '').agent(), host.settled])
  const agreement = agent.consentRequired ? await import('./features/visitors/consent-state.ts') : undefined
  const around = { ...here, page: host, createConsent: agreement?.createConsent, cookies: await cookiesFor(agent) }
  start(agent, await languageFor(agent.lang), around)
}

main().catch((error: unknown) => {
  console.warn(error)
  return blank(error instanceof Refusal && error.status === 404)
})
