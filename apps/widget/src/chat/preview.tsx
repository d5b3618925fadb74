// The chat as its owner's unsaved draft looks, for the dashboard alone: real parts, an invented conversation, no calls.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { chatStyleOf } from '@parlance/engine/agents/chat-style'
import type { ReactNode } from 'react'
import { loadLanguage, pickLanguage } from '../i18n.ts'
import type { Engine } from './engine.ts'
import type { Host } from './host.ts'
import { EMPTY, type Entry, type Session } from './session/state.ts'
import { Boundary } from './ui/boundary.tsx'
import { Chat } from './ui/chat.tsx'
import { applyAppearance, AppearanceProvider, readAppearance } from './ui/appearance.ts'

/** What the dashboard says, as `{ parlancePreview: … }`; every message replaces the one before. */
interface Draft {
  /** With cleaned CSS. */
  readonly agent: Omit<PublicAgent, 'paint'>
  /** Another direction than that of the agent's language. */
  readonly dir?: 'ltr' | 'rtl'
  readonly question: string
  readonly answer: string
  readonly closable: boolean
  /** The workspace has never paid, so its visitors read whose product this is. */
  readonly unpaid: boolean
  /** The demo model answers. */
  readonly demo?: boolean
}

const nothing = () => undefined
const never = () => Promise.reject(new Error('A preview asks nobody'))

const entry = (id: string, from: Entry['from'], text: string): Entry => ({
  id,
  turnId: id,
  seq: undefined,
  from,
  items: [{ type: 'text', text }],
  text,
  sources: [],
  status: 'complete',
  note: '',
  reason: '',
  at: '',
})

function engineOf({ question, answer, unpaid }: Draft): Engine {
  const entries = [
    ...(question === '' ? [] : [entry('question', 'user', question)]),
    ...(answer === '' ? [] : [entry('answer', 'agent', answer)]),
  ]
  const session: Session = { ...EMPTY, ready: true, entries, unpaid }
  return {
    state: () => session,
    subscribe: () => nothing,
    dispatch: nothing,
    send: nothing,
    upload: never,
    attach: never,
    detach: never,
    own: never,
    show: nothing,
  }
}

function hostOf({ closable }: Draft): Host {
  const shown = { open: true, phone: false, closable, focus: false }
  return {
    framed: true,
    state: () => shown,
    page: nothing,
    subscribe: () => nothing,
    settled: Promise.resolve(),
    onUser: nothing,
    onPush: nothing,
    onRestart: nothing,
    close: nothing,
    tell: nothing,
    unread: nothing,
    talking: nothing,
  }
}

/** Draws what the page around says, which has to be one of our own; `render` replaces what is drawn. */
export function preview(render: (node: ReactNode) => void): void {
  let newest = 0
  const draw = async (draft: Draft) => {
    newest += 1
    const mine = newest
    const language = await loadLanguage(pickLanguage(draft.agent.lang, () => navigator.languages))
    if (mine !== newest) return
    // A draft comes without what the server makes of it.
    const agent = { ...draft.agent, paint: chatStyleOf(draft.agent) }
    const appearance = readAppearance(agent, { ...language, dir: draft.dir ?? language.dir })
    applyAppearance(appearance)
    document.documentElement.toggleAttribute('data-demo', draft.demo === true)
    render(
      <AppearanceProvider value={appearance}>
        <Boundary texts={appearance.language.texts}>
          <Chat engine={engineOf(draft)} host={hostOf(draft)} />
        </Boundary>
      </AppearanceProvider>,
    )
  }
  window.addEventListener('message', ({ origin, source, data }) => {
    const draft = (data as { parlancePreview?: Draft } | null)?.parlancePreview
    if (origin === location.origin && source === parent && draft?.agent) void draw(draft)
  })
  parent.postMessage({ parlancePreview: 'ready' }, location.origin)
}
