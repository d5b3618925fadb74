// Starts the chat in its frame: which agent the address names, what it looks like, who the visitor is.
import type { PublicAgent } from '@parlance/core/agents/agents'
import { apiBase, isRegion } from '@parlance/core/kit/regions'
import { render } from 'preact'
import { pickLanguage } from '../i18n.ts'
import { createApi, Refusal } from './api.ts'
import { createEngine } from './engine.ts'
import { openHost, type Host } from './host.ts'
import { openIdentity, storageKey } from './identity.ts'
import './styles/base.css'
import './styles/composer.css'
import './styles/items.css'
import './styles/form.css'
import './styles/thread.css'
import './styles/markdown.css'
import { Boundary } from './ui/boundary.tsx'
import { Chat } from './ui/chat.tsx'
import { applyLook, LookProvider, readLook } from './ui/look.ts'

const root = document.getElementById('app') as HTMLElement
const host = openHost(window)

function place(path: string) {
  const [, region, id] = /^\/widget\/frame\/(\w+)\/([^/]+)\/?$/.exec(path) ?? []
  return isRegion(region) && id ? { region, agentId: decodeURIComponent(id) } : undefined
}

function blank(missing: boolean): void {
  const { texts, dir, code } = pickLanguage(undefined, navigator.languages ?? [])
  Object.assign(document.documentElement, { dir, lang: code })
  render(
    <div class="blank" role="alert">
      <p>{missing ? texts.missing : `${texts.crash} ${texts.crashWhat}`}</p>
      {!missing && (
        <button type="button" class="primary" onClick={() => location.reload()}>
          {texts.tryAgain}
        </button>
      )}
    </div>,
    root,
  )
}

function start(agent: PublicAgent, region: string, agentId: string, base: string, page: Host): void {
  const look = readLook(agent)
  applyLook(look)
  // Without history, or with a conversation per tab, nothing outlives the tab.
  const lasting = agent.syncBrowser && agent.recordChatHistory
  const identity = openIdentity(storageKey(region, agentId), () => (lasting ? localStorage : sessionStorage))
  const api = createApi(base, agentId, () => identity.visitorId)
  const engine = createEngine({ api, identity, language: navigator.language, page: page.page, tell: page.tell })
  const showing = () => engine.show(page.state().open && !document.hidden)
  page.subscribe(showing)
  document.addEventListener('visibilitychange', showing)
  engine.dispatch({ type: 'begin', conversationId: identity.conversationId() })
  engine.dispatch({ type: 'online', online: navigator.onLine })
  showing()
  render(
    <LookProvider value={look}>
      <Boundary texts={look.language.texts}>
        <Chat engine={engine} host={page} />
      </Boundary>
    </LookProvider>,
    root,
  )
}

async function main(): Promise<void> {
  const here = place(location.pathname)
  if (!here) return blank(true)
  const base = apiBase(here.region)
  const agent = await createApi(base, here.agentId, () => '').agent()
  start(agent, here.region, here.agentId, base, host)
}

main().catch((error: unknown) => {
  console.warn(error)
  blank(error instanceof Refusal && error.status === 404)
})
