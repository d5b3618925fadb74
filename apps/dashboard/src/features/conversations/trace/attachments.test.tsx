import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { Why } from './trace-toggle.tsx'

test('shows what the model received of each attachment', async () => {
  const of = (over: object) => ({ type: 'attachment', mime: '', isEarlier: false, ...over })
  const trace = [
    of({ name: 'me.png', given: 'picture' }),
    of({ name: 'cv.pdf', given: 'text', chars: 8000, isCut: true, isEarlier: true }),
    of({ name: 'sheet.xlsx', given: 'name' }),
  ]
  const receipt = { turnId: 't1', status: 'complete', credits: 3, model: 'gpt', inputTokens: 1, outputTokens: 1, ms: 1 }
  serve({ 'GET /api/eu/v2/agents/a1/turns/t1/trace': () => ({ body: { data: { ...receipt, engine: null, trace } } }) })
  const message = { id: 'm', seq: 2, turnId: 't1', from: 'agent' as const, items: [], status: 'complete' as const }
  renderPage(<Why agentId="a1" message={{ ...message, sources: [], at: '2031-01-01T00:00:00Z' }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Why?' }))
  await screen.findByText('Sent by the visitor: me.png')
  screen.getByText('the model sees the image')
  screen.getByText(/8,?000 characters of its text · cut off here · from an earlier message/)
  screen.getByText('the model only got its name')
})
