// Renders the chat with the real reducer; records posts and ignores other commands.
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import type { Item, Submission } from '@parlance/contract/items/schemas'
import { afterEach, beforeEach } from 'vitest'
import type { ChatController } from '../chat/chat-controller.ts'
import { reduce } from '../chat/session/session.ts'
import { EMPTY, type Session, type SessionEvent } from '../chat/session/state.ts'
import { Chat } from '../chat/ui/chat.tsx'
import { AppearanceProvider, readAppearance } from '../chat/ui/appearance.ts'
import { loadLanguage } from '../i18n.ts'
import { act, mount, unmount } from './dom.tsx'
import { fakeHost } from './host.ts'
import { loadParts } from './parts.ts'
import { delta, finishPart, META, sampleAgent, startPart } from './sample.ts'

export let root: HTMLElement
beforeEach(() => {
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await unmount(root)
  root.remove()
})

interface Posted {
  readonly text: string
  readonly submission: Submission | undefined
}
export function stage(upload: ChatController['upload'] = async (file) => `/files/${file.name}`) {
  let state: Session = { ...EMPTY, ready: true }
  let ids = 0
  const posted: Posted[] = []
  const listeners = new Set<() => void>()
  const dispatch = (event: SessionEvent) => {
    const step = reduce(state, event, '2026-01-01T00:00:00.000Z')
    state = step.state
    for (const command of step.commands)
      if (command.do === 'post') posted.push({ text: command.text, submission: command.submission })
    for (const listener of listeners) listener()
  }
  const controller: ChatController = {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dispatch,
    send: (text, submission, attachments) =>
      dispatch({ type: 'send', id: `own${ids++}`, text, submission, attachments }),
    upload,
    own: () => Promise.reject(new Error('Nobody answers on a stage')),
    attach: () => Promise.reject(new Error('Nobody answers on a stage')),
    detach: () => Promise.reject(new Error('Nobody answers on a stage')),
    show: () => undefined,
  }
  let parts = 0
  const tell = (...told: StreamPart[]) =>
    act(() => told.forEach((part) => dispatch({ type: 'part', id: String(parts++), part })))
  const begin = () => {
    parts = 0
    controller.send('Hello')
  }
  return {
    controller,
    posted,
    tell,
    begin,
    tellEvents: (...events: SessionEvent[]) => act(() => events.forEach(dispatch)),
  }
}
type Stage = ReturnType<typeof stage>
const HOST = fakeHost({ open: false })
export const item = (data: Item): StreamPart => ({ type: 'data-item', id: 'i', data })
export async function draw({ controller }: Stage, lang = 'en'): Promise<void> {
  await loadParts(lang)
  const look = readAppearance(sampleAgent({ lang, vg_initMessages: [] }), await loadLanguage(lang))
  await mount(
    <AppearanceProvider value={look}>
      <Chat controller={controller} host={HOST} />
    </AppearanceProvider>,
    root,
  )
}
/** A conversation whose only answer holds these items. */
export async function answer(items: readonly Item[], upload?: ChatController['upload']) {
  const it = stage(upload)
  await draw(it)
  await act(it.begin)
  await it.tell(startPart, ...items.map(item), finishPart)
  it.posted.splice(0)
  return it
}
const next = { ...META, turnId: 'next' }
export const nextAnswer: StreamPart[] = [
  { type: 'start', messageId: 'second', messageMetadata: next },
  delta('Fine.'),
  { type: 'finish', messageMetadata: next },
]
export const button = (name: string) =>
  [...root.querySelectorAll<HTMLElement>('.list button, .list a')].find(
    (each) => each.getAttribute('aria-label') === name || each.textContent === name,
  )
export const press = (name: string) => act(() => button(name)?.click())
export const key = (name: string) =>
  act(
    () =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
      ),
  )
export const said = (name: string) => ({ name, request: { type: 'text' as const } })
