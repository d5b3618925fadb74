import type { Gap } from '@parlance/contract/gaps/schemas'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import GapsView from './gaps-view.tsx'

const gap = (id: string, question: string): Gap => ({
  id,
  question,
  count: 1,
  status: 'open',
  docId: '',
  firstAt: 1,
  lastAt: 1,
  examples: [],
})

test('keeps an answer that is being written when its question leaves the list', async () => {
  let items = [gap('g1', 'Do you deliver?'), gap('g2', 'Are you open on Sundays?')]
  serve({ 'GET /api/eu/v2/agents/agent1/gaps': () => ({ body: { items, nextCursor: null } }) })
  const { client } = renderPage(<GapsView agentId="agent1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add answer to “Do you deliver?”' }))
  await userEvent.type(screen.getByRole('textbox', { name: /^Answer/ }), 'Within two days.')
  items = [gap('g3', 'Is there parking?')]
  await act(() => client.invalidateQueries())
  await screen.findByText('Is there parking?')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Answer/ }).value).toBe('Within two days.')
  expect(screen.queryByText('Are you open on Sundays?')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByText('Do you deliver?')).toBeNull()
})
