import { newAgentConfig } from '@parlance/engine/agents/draft'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createDraftStore, type DraftCalls } from '../../features/agents/draft/draft-store.ts'
import { DraftContext } from '../../features/agents/draft/draft.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import { KbPage } from './kb-page.tsx'

const config = newAgentConfig({ title: 'Ada' })
const agent = {
  ...config,
  ID: 'agent1',
  ownerID: 'w',
  lastModified: 1,
  SECRET_API_KEY: '',
  internal: {},
  ts: 1,
  userId: '',
}
const gap = {
  id: 'g1',
  question: 'Do you deliver?',
  count: 1,
  status: 'open',
  docId: '',
  firstAt: 1,
  lastAt: 1,
  examples: [],
}

test('asks before another view replaces a written answer', async () => {
  serve({
    'GET /api/eu/v2/agents/agent1/gaps': () => ({ body: { items: [gap], nextCursor: null } }),
    'GET /api/eu/v2/agents/agent1/conflicts': () => ({ status: 500, body: {} }),
  })
  const store = createDraftStore({ published: config, draft: config, version: 1 }, {} as DraftCalls)
  const { router } = renderPage(
    <DraftContext value={{ agent, store }}>
      <KbPage />
    </DraftContext>,
    '/app/eu/agents/agent1/kb?view=gaps',
  )
  await userEvent.click(await screen.findByText('Add answer'))
  await userEvent.type(await screen.findByRole('textbox', { name: /^Answer/ }), 'Within two days.')
  const other = screen.getByRole('tab', { name: 'Contradictions' })
  await userEvent.click(other)
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull())
  screen.getByDisplayValue('Within two days.')
  await userEvent.click(other)
  await userEvent.click(await screen.findByText('Leave'))
  await waitFor(() => expect(router.state.location.search).toEqual({ view: 'conflicts' }))
})
