import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { AnalyticsView } from './analytics-view.tsx'

afterEach(() => void vi.useRealTimers())

test('a failure to load stays on screen until it is retried', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const asked = () => sent.filter(({ path }) => path === '/api/eu/v2/agents/agent1/analytics').length
  const sent = serve({
    'GET /api/eu/v2/agents/agent1/analytics': () => ({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'Not now.' },
    }),
  })
  renderPage(<AnalyticsView agentId="agent1" />)
  await screen.findByText('Not now.')
  const alert = screen.getByRole('alert')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(1)
  expect(screen.getByRole('alert')).toBe(alert)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(asked()).toBe(2))
})
