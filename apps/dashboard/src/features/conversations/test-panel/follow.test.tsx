import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import TestPanel from './test-panel.tsx'
import type { PanelConfig } from './setup.ts'

const CONFIG: PanelConfig = { agentPlatform: 'vg', enableNodes: false, nodes: [], variables: [], tools: [] }
const HEIGHT = 400

/** Streams what the test pushes. */
function serveStream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const models = { items: [], default: { asked: 'gpt-4o', answers: null }, unlisted: [] }
  vi.stubGlobal('fetch', async (input: Request | string) =>
    new URL(input instanceof Request ? input.url : input, location.href).pathname.endsWith('/models')
      ? Response.json(models)
      : new Response(readable),
  )
  const push = (part: StreamPart) => writer.write(new TextEncoder().encode(`data: ${JSON.stringify(part)}\n\n`))
  return { push, say: (delta: string) => push({ type: 'text-delta', id: 't', delta }) }
}

/** Fakes a height equal to the text's length, since jsdom has no layout. */
function laidOut(log: HTMLElement) {
  let top = 0
  Object.defineProperties(log, {
    clientHeight: { get: () => HEIGHT },
    scrollHeight: { get: () => Math.max(HEIGHT, log.textContent.length) },
    scrollTop: {
      get: () => top,
      set: (value: number) => {
        top = Math.max(0, Math.min(value, log.scrollHeight - HEIGHT))
      },
    },
  })
  const fromEnd = () => log.scrollHeight - HEIGHT - log.scrollTop
  const scrollTo = (value: number) => {
    log.scrollTop = value
    fireEvent.scroll(log)
  }
  return { fromEnd, scrollTo }
}

test('follows a long answer to its end, unless the reader scrolled up', async () => {
  const { push, say } = serveStream()
  renderPage(
    <TestPanel
      agentId="a1"
      greeting={[]}
      config={CONFIG}
      published={CONFIG}
      beforeSend={async () => true}
      onClose={() => undefined}
    />,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Write a message' }), 'Tell me all{Enter}')
  const log = screen.getByRole('log')
  const { fromEnd, scrollTo } = laidOut(log)
  const message = { conversationId: 'c1', visitorId: 'vis_1234567890123456789012345678', turnId: 't1' }
  await push({ type: 'start', messageId: 'm1', messageMetadata: message })
  await push({ type: 'text-start', id: 't' })
  for (const word of ['first ', 'second ', 'third ']) {
    await say(word.repeat(200))
    await waitFor(() => expect(log.textContent).toContain(word.trim()))
    expect(log.scrollHeight).toBeGreaterThan(HEIGHT)
    await waitFor(() => expect(fromEnd()).toBe(0))
  }
  scrollTo(100)
  await say('fourth '.repeat(200))
  await waitFor(() => expect(log.textContent).toContain('fourth'))
  expect(log.scrollTop).toBe(100)
  await user.click(await screen.findByRole('button', { name: 'Latest messages' }))
  expect(fromEnd()).toBe(0)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Latest messages' })).toBeNull())
  await say('fifth '.repeat(200))
  await waitFor(() => expect(log.textContent).toContain('fifth'))
  await waitFor(() => expect(fromEnd()).toBe(0))
})
