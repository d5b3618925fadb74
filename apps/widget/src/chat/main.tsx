// Starts the chat in its frame: which agent the address names, what it looks like, who the visitor is.
import type { PublicAgent } from '@parlance/core/agents/agents'
import { apiBase, isRegion, type Region } from '@parlance/core/kit/regions'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadLanguage, pickLanguage, type Language } from '../i18n.ts'
import { createApi, Refusal } from './api.ts'
import { createEngine } from './engine.ts'
import { openHost, type Host } from './host.ts'
import { cookieShelf, openCabinet, openIdentity, storageKey, type Shelf } from './identity.ts'
import { openQueue } from './queue.ts'
import './styles/base.css'
import './styles/composer.css'
import './styles/thread.css'
import { Boundary } from './ui/boundary.tsx'
import { Chat } from './ui/chat.tsx'
import { applyLook, LookProvider, readLook } from './ui/look.ts'
import { createShare } from './share.ts'
import { beginVisit } from './visit.ts'

const root = createRoot(document.getElementById('app') as HTMLElement, {
  // The boundary tells the console.
  onCaughtError: () => undefined,
})
const render = (node: ReactNode) => root.render(node)
const host = openHost(window)

interface Place {
  readonly region: Region
  readonly agentId: string
}

function place(path: string): Place | undefined {
  const [, region, id] = /^\/widget\/frame\/(\w+)\/([^/]+)\/?$/.exec(path) ?? []
  return isRegion(region) && id ? { region, agentId: decodeURIComponent(id) } : undefined
}

/** Before the first render, so that nothing is shown in one language and then in another. */
const languageFor = (wanted?: string) => loadLanguage(pickLanguage(wanted, navigator.languages ?? []))

async function blank(missing: boolean): Promise<void> {
  const { texts, dir, code } = await languageFor()
  Object.assign(document.documentElement, { dir, lang: code })
  render(
    <div className="blank" role="alert">
      <p>{missing ? texts.missing : `${texts.crash} ${texts.crashWhat}`}</p>
      {!missing && (
        <button type="button" className="primary" onClick={() => location.reload()}>
          {texts.tryAgain}
        </button>
      )}
    </div>,
  )
}

function start(agent: PublicAgent, language: Language, { region, agentId }: Place, page: Host): void {
  const look = readLook(agent, language)
  applyLook(look)
  // Without history, or with a conversation per tab, nothing outlives the tab.
  const key = storageKey(region, agentId)
  const lasting = agent.syncBrowser && agent.recordChatHistory
  const storage = () => (lasting ? localStorage : sessionStorage)
  const shelves: (() => Shelf)[] = [storage]
  if (lasting) shelves.push(() => cookieShelf(document, location.pathname))
  const cabinet = openCabinet(shelves)
  const identity = openIdentity(key, cabinet)
  const api = createApi(apiBase(region), agentId, identity.visitorId)
  // Of somebody with a name nothing stands in the storage that a visit without one could find.
  const queueStorage = () => {
    if (identity.stored()?.visitorId !== identity.visitorId()) throw new Error('Nobody without a name is there')
    return cabinet
  }
  const queue = openQueue(key, agent.recordChatHistory ? queueStorage : undefined, identity.visitorId)
  const engine = createEngine({
    api,
    identity,
    queue,
    share: createShare(key),
    consents: agent.consentRequired,
    language: navigator.language,
    page: page.page,
    tell: page.tell,
  })
  beginVisit({ agent, key, cabinet, identity, queue, api, engine, host: page })
  // What the page says waits like the visitor's own words.
  page.onPush((text) => engine.send(text))
  page.onRestart(() => engine.dispatch({ type: 'restart' }))
  render(
    <LookProvider value={look}>
      <Boundary texts={look.language.texts}>
        <Chat engine={engine} host={page} />
      </Boundary>
    </LookProvider>,
  )
}

async function main(): Promise<void> {
  const here = place(location.pathname)
  if (!here) return blank(true)
  // What the page has to say of its visitor comes before anything is asked in their name.
  const [agent] = await Promise.all([createApi(apiBase(here.region), here.agentId, () => '').agent(), host.settled])
  start(agent, await languageFor(agent.lang), here, host)
}

main().catch((error: unknown) => {
  console.warn(error)
  return blank(error instanceof Refusal && error.status === 404)
})
