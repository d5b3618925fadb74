import type { Conversation } from '@parlance/contract/conversations/schemas'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { Notes } from './notes.tsx'

const CONVERSATION = { agentId: 'agent1', id: 'c1' } as Conversation
const TEXT = 'Wants a call on Monday. '.repeat(5)
const NOTE = {
  id: 'n1',
  by: { kind: 'user' as const, id: 'u1', name: 'Ben', avatarUrl: '' },
  text: TEXT,
  mentions: [],
  at: '2026-01-01T00:00:00Z',
  isOwn: true,
}

test.each([
  ['keeps a note when the question is answered with Cancel', 'Cancel', 0],
  ['deletes it when it is answered with Delete', 'Delete', 1],
])('%s', async (_what, answer, times) => {
  const sent = serve({
    'DELETE /api/eu/v2/agents/agent1/conversations/c1/notes/n1': () => ({ body: { success: true } }),
  })
  renderPage(<Notes conversation={CONVERSATION} notes={[NOTE]} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete note' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete this note?' })
  expect(dialog.textContent).toContain(`“${TEXT.slice(0, 80)}…” will be deleted.`)
  await userEvent.click(within(dialog).getByRole('button', { name: answer }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await expect.poll(() => sent.length).toBe(times)
})
