import { useRouter } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useUnsavedGuard } from '../../lib/unsaved-guard.tsx'
import { renderPage } from '../../testing/render.tsx'
import { chooseWorkspace } from './chosen-workspace.ts'
import { useSwitchWorkspace } from './use-switch-workspace.ts'

vi.mock(import('./chosen-workspace.ts'), async (load) => ({ ...(await load()), chooseWorkspace: vi.fn() }))
beforeEach(() => void vi.mocked(chooseWorkspace).mockClear())

function Form({ dirty }: { dirty: boolean }) {
  useUnsavedGuard(dirty)
  const go = useSwitchWorkspace()
  const router = useRouter()
  return (
    <>
      <button onClick={() => void go('other')}>Switch</button>
      <button onClick={() => void router.navigate({ to: '/app/eu/inbox' as never, ignoreBlocker: true })}>Inbox</button>
    </>
  )
}

test.each([
  ['the list of agents', '/app/eu/whitelabel/agency', '/app/eu/agents'],
  ['the same page', '/app/eu/workspace', '/app/eu/workspace'],
])('switches at once without changes, to %s', async (_what, from, to) => {
  const { router } = renderPage(<Form dirty={false} />, from)
  await userEvent.click(await screen.findByText('Switch'))
  await vi.waitFor(() => expect(chooseWorkspace).toHaveBeenCalledExactlyOnceWith('eu', 'other'))
  expect(router.state.location.pathname).toBe(to)
})

test.each(['/app/eu/whitelabel/agency', '/app/eu/workspace'])(
  'stays in the workspace for good when the user goes on editing at %s',
  async (from) => {
    const { router } = renderPage(<Form dirty />, from)
    await userEvent.click(await screen.findByText('Switch'))
    await userEvent.click(await screen.findByText('Cancel'))
    expect(router.state.location.pathname).toBe(from)
    await userEvent.click(screen.getByText('Inbox'))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/app/eu/inbox'))
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(chooseWorkspace).not.toHaveBeenCalled()
  },
)
