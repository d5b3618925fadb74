import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { CannedRepliesDialog } from './canned-replies.tsx'

const CANNED = '/api/eu/v2/workspaces/abcdefghijklmno/canned-replies'

async function write(status: number) {
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/canned-replies': () => ({ body: { items: [{ shortcut: 'hi', text: 'Hello!' }] } }),
    [`PUT ${CANNED}`]: () => ({ status, body: status === 200 ? { success: true } : { message: 'Not now.' } }),
  })
  const { client } = renderPage(<CannedRepliesDialog agentId="agent1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Canned replies' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Canned replies' }))
  await userEvent.type(await dialog.findByDisplayValue('Hello!'), ' How are you?')
  return { dialog, sent, reload: () => act(() => client.invalidateQueries()) }
}

test('keeps what is being edited when the list is loaded again', async () => {
  const { dialog, reload } = await write(200)
  await reload()
  expect(dialog.getByDisplayValue('Hello! How are you?')).toBeTruthy()
})

test('keeps what was edited when it cannot be saved', async () => {
  const { dialog, sent } = await write(500)
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByRole('alert')
  await expect.poll(() => sent.filter(({ method }) => method === 'GET').length).toBe(2)
  expect(dialog.getByDisplayValue('Hello! How are you?')).toBeTruthy()
})

test('keeps what was edited when someone else has changed the list, and loads theirs on request', async () => {
  const message = 'Someone else changed the canned replies in the meantime.'
  let items = [{ shortcut: 'hi', text: 'Hello!' }]
  let isNewer = true
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/canned-replies': () => ({ body: { items } }),
    [`PUT ${CANNED}`]: () =>
      isNewer ? { status: 409, body: { success: false, code: 'CONFLICT', message } } : { body: { success: true } },
  })
  renderPage(<CannedRepliesDialog agentId="agent1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Canned replies' }))
  await userEvent.type(await screen.findByDisplayValue('Hello!'), ' How are you?')
  items = [...items, { shortcut: 'bye', text: 'Goodbye!' }]
  await userEvent.click(screen.getByText('Save'))
  await screen.findByText(message)
  expect(screen.getByDisplayValue('Hello! How are you?')).toBeTruthy()
  await userEvent.click(screen.getByText('Discard mine and load theirs'))
  await screen.findByDisplayValue('Goodbye!')
  expect(screen.queryByDisplayValue('Hello! How are you?')).toBeNull()
  isNewer = false
  await userEvent.type(screen.getByDisplayValue('Goodbye!'), ' Take care.')
  await userEvent.click(screen.getByText('Save'))
  await screen.findByText('Canned replies saved.')
  const known = sent.flatMap(({ body }) => (body ? [(body as { known: unknown }).known] : []))
  expect(known).toEqual([[{ shortcut: 'hi', text: 'Hello!' }], items])
})

test('asks before closing discards what was edited', async () => {
  const { dialog } = await write(200)
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('Leave without saving?')
  await userEvent.click(screen.getByText('Leave'))
  await expect.poll(() => screen.queryByDisplayValue('Hello! How are you?')).toBeNull()
})
