import type { Gap } from '@parlance/contract/gaps/schemas'
import { act, screen, waitFor, within } from '@testing-library/react'
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
  await userEvent.click(await screen.findByText('Leave'))
  await waitFor(() => expect(screen.queryByText('Do you deliver?')).toBeNull())
})

const ADD = 'Add answer to “Do you deliver?”'
test.each([
  ['the form is closed', () => screen.getByLabelText(ADD)],
  ['another state is shown', () => screen.getByLabelText('Dismissed')],
])('asks before a written answer is lost when %s', async (_when, button) => {
  serve({
    'GET /api/eu/v2/agents/agent1/gaps': () => ({ body: { items: [gap('g1', 'Do you deliver?')], nextCursor: null } }),
  })
  renderPage(<GapsView agentId="agent1" />)
  const field = () => screen.getByLabelText<HTMLTextAreaElement>(/^Answer\b(?! “)/)
  await userEvent.click(await screen.findByLabelText(ADD))
  await userEvent.type(field(), 'Within two days.')
  await userEvent.click(button())
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Leave without saving?')).toBeNull())
  expect(field().value).toBe('Within two days.')
  await userEvent.click(button())
  await userEvent.click(await screen.findByText('Leave'))
  await waitFor(() => expect(screen.queryByDisplayValue('Within two days.')).toBeNull())
})

test('closes an answer without a question when nothing was written', async () => {
  serve({
    'GET /api/eu/v2/agents/agent1/gaps': () => ({ body: { items: [gap('g1', 'Do you deliver?')], nextCursor: null } }),
  })
  renderPage(<GapsView agentId="agent1" />)
  const add = await screen.findByLabelText(ADD)
  await userEvent.click(add)
  await screen.findByText('Save answer')
  await userEvent.click(add)
  await waitFor(() => expect(screen.queryByText('Save answer')).toBeNull())
})
