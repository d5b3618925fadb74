// Previews the owner's unsaved draft in the dashboard: real components, a sample conversation, no API calls.
import type { PublicAgent } from '@parlance/contract/agents/schemas'
import { chatStyleOf } from '@parlance/engine/agents/chat-style'
import type { ReactNode } from 'react'
import { loadLanguage, pickLanguage } from '../i18n.ts'
import type { ChatController } from './chat-controller.ts'
import type { Host } from './host.ts'
import { EMPTY, type Entry, type Session } from './session/state.ts'
import { Boundary } from './ui/boundary.tsx'
import { Chat } from './ui/chat.tsx'
import { applyAppearance, AppearanceProvider, readAppearance } from './ui/appearance.ts'

/** Sent by the dashboard as `{ parlancePreview: … }`; each message replaces the last. */
interface Draft {
  readonly agent: Omit<PublicAgent, 'paint'>
  readonly dir?: 'ltr' | 'rtl'
  readonly question: string
  readonly answer: string
  readonly closable: boolean
  /** The workspace has never paid, so the chat shows the product's name. */
  readonly unpaid: boolean
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

function controllerOf({ question, answer, unpaid }: Draft): ChatController {
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

/** Renders drafts from the dashboard, which must be of our origin; `render` replaces what is shown. */
export function preview(render: (node: ReactNode) => void): void {
  let newest = 0
  const draw = async (draft: Draft) => {
    newest += 1
    const mine = newest
    const language = await loadLanguage(pickLanguage(draft.agent.lang, () => navigator.languages))
    if (mine !== newest) return
    // A draft lacks the fields the server computes.
    const agent = { ...draft.agent, paint: chatStyleOf(draft.agent) }
    const appearance = readAppearance(agent, { ...language, dir: draft.dir ?? language.dir })
    applyAppearance(appearance)
    document.documentElement.toggleAttribute('data-demo', draft.demo === true)
    render(
      <AppearanceProvider value={appearance}>
        <Boundary texts={appearance.language.texts}>
          <Chat controller={controllerOf(draft)} host={hostOf(draft)} />
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
