import type { Conversation } from '@parlance/contract/conversations/schemas'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { setSession } from '../../../../lib/session/session.ts'
import { ACCOUNT } from '../../../../testing/account.ts'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { ReplyBox } from './reply-box.tsx'

const PATH = '/api/eu/v2/agents/agent1/conversations'
let made = 0

/** A conversation that the user has taken over. */
async function open() {
  const id = `c${++made}`
  const conversation = {
    id,
    agentId: 'agent1',
    channel: 'widget',
    state: 'human-chatting',
    endedAt: null,
    handoffAt: null,
    leftMessage: false,
    inbox: { assignee: { kind: 'user', id: ACCOUNT.id, name: 'Ada' } },
  } as unknown as Conversation
  const replies: unknown[] = []
  let isLost = false
  const suggested = Promise.withResolvers<{ body: unknown }>()
  serve({
    [`POST ${PATH}/${id}/replies`]: ({ body }) => {
      replies.push(body)
      return isLost ? { status: 502, body: {} } : { body: { success: true } }
    },
    [`POST ${PATH}/${id}/typing`]: () => ({ body: { success: true } }),
    [`POST ${PATH}/${id}/suggested-reply`]: () => suggested.promise,
    'GET /api/eu/v2/agents/agent1': () => ({ status: 500, body: {} }),
    'GET /api/eu/v2/workspaces/abcdefghijklmno/models': () => ({ status: 500, body: {} }),
  })
  const { client } = renderPage(<ReplyBox conversation={conversation} />)
  act(() => setSession(client, ACCOUNT))
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox')
  await field()
  return {
    field,
    replies,
    lose: (lost: boolean) => void (isLost = lost),
    suggest: () => act(async () => suggested.resolve({ body: { data: { text: 'We open at nine.', sources: [] } } })),
  }
}

test('sends another text as another message although the response to the first was lost', async () => {
  const { field, replies, lose } = await open()
  lose(true)
  await userEvent.type(await field(), 'I’ll check')
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await send()
  await expect.poll(() => replies.length).toBe(1)
  await send()
  await expect.poll(() => replies.length).toBe(2)
  lose(false)
  await userEvent.clear(await field())
  await userEvent.type(await field(), 'Refund is done')
  await send()
  await expect.poll(() => replies.length).toBe(3)
  const [first, again, other] = replies as { id: string; text: string }[]
  expect(again?.id).toBe(first?.id)
  expect(other?.id).not.toBe(first?.id)
  expect(other?.text).toBe('Refund is done')
})

test('adds a suggestion to what was typed while it was made', async () => {
  const { field, suggest } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a reply' }))
  await userEvent.type(await field(), 'Good morning!')
  await suggest()
  await expect.poll(async () => (await field()).value).toBe('Good morning!\nWe open at nine.')
})

test('keeps a suggestion for the visitor out of a note', async () => {
  const { field, suggest } = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Suggest a reply' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Note' }))
  await userEvent.type(await field(), 'Ask Ben first')
  await suggest()
  expect((await field()).value).toBe('Ask Ben first')
  await userEvent.click(screen.getByRole('radio', { name: 'Reply' }))
  expect((await field()).value).toBe('We open at nine.')
})
