import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { MetricsView } from './metrics-view.tsx'

test('shows that metrics are being loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<{ body: unknown }>()
  serve({ 'GET /api/eu/v2/agents/agent1/metrics': () => promise })
  renderPage(<MetricsView agentId="agent1" />)
  const loading = await screen.findByLabelText('Loading')
  resolve({ body: { items: [] } })
  await screen.findByText('No metrics yet')
  expect(loading.isConnected).toBe(false)
})
