import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { useGuardedClose } from './unsaved-guard.tsx'

function Panel({ dirty, onClose }: { dirty: boolean; onClose: () => void }) {
  return <button onClick={useGuardedClose(dirty, onClose)}>Close panel</button>
}

test('closes at once without changes', async () => {
  const closed = vi.fn()
  renderPage(<Panel dirty={false} onClose={closed} />)
  await userEvent.click(await screen.findByText('Close panel'))
  expect(closed).toHaveBeenCalledTimes(1)
})

test.each([
  ['stays open when the question is answered with Cancel', 'Cancel', 0],
  ['closes when it is answered with Leave', 'Leave', 1],
])('%s', async (_what, answer, times) => {
  const closed = vi.fn()
  renderPage(<Panel dirty onClose={closed} />)
  await userEvent.click(await screen.findByText('Close panel'))
  await userEvent.click(await screen.findByRole('button', { name: answer }))
  expect(closed).toHaveBeenCalledTimes(times)
})
