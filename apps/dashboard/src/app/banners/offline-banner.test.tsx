import { screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { OfflineBanner } from './offline-banner.tsx'

const SENTENCE = /^You’re offline\./
afterEach(() => void vi.restoreAllMocks())

function become(online: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online)
  act(() => void dispatchEvent(new Event(online ? 'online' : 'offline')))
}

test('announces a lost connection while it lasts, and its return once', async () => {
  serve({})
  renderPage(<OfflineBanner />)
  await screen.findByRole('status')
  expect(screen.queryByText(SENTENCE)).toBeNull()
  expect(screen.queryByText('You’re back online.')).toBeNull()
  become(false)
  expect((await screen.findByText(SENTENCE)).closest('output')?.getAttribute('aria-live')).toBe('polite')
  become(true)
  await screen.findByText('You’re back online.')
  await waitFor(() => expect(screen.queryByText(SENTENCE)).toBeNull())
})
