import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { FailingChannel } from './failing-channel.tsx'

test('says why a page stopped, and leads to the channel that connects it again', async () => {
  const error = { message: 'Meta: Invalid token' }
  renderPage(<FailingChannel agentId="abcdefghijklmnop" channel="messenger" error={error} />)
  await screen.findByText(/^Meta: Invalid token/)
  expect(screen.getByRole('link', { name: 'Connect again' }).getAttribute('href')).toBe(
    '/app/eu/agents/abcdefghijklmnop/channels?channel=messenger',
  )
})
