import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { mayLeaveForms, useGuardedClose, useUnsavedGuard } from './unsaved-guard.tsx'

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

test.each([
  ['asks about a form that goes with its tab', {}, 1],
  ['asks nothing about a form that is kept across tabs', { acrossTabs: true }, 0],
])('a change of tabs %s', async (_what, options, times) => {
  function Form() {
    useUnsavedGuard(true, options)
    return <p>The form</p>
  }
  renderPage(<Form />)
  await screen.findByText('The form')
  const left = mayLeaveForms()
  for (let asked = 0; asked < times; asked++) await userEvent.click(await screen.findByText('Cancel'))
  expect(await left).toBe(times === 0)
})
