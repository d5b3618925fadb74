import { useBlocker } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSearchParam } from './link.tsx'
import { renderPage } from './testing/render.tsx'

function Two() {
  const [one, setOne] = useSearchParam('one')
  const [two, setTwo] = useSearchParam('two')
  // As beside a draft: whoever leaves is asked, which takes a moment even where nothing is in the way.
  useBlocker({ shouldBlockFn: async () => false, enableBeforeUnload: false })
  const both = () => {
    setOne('1')
    setTwo(undefined)
  }
  return (
    <>
      <output>{`one=${one} two=${two}`}</output>
      <button type="button" onClick={both}>
        Both
      </button>
      <button type="button" onClick={() => setTwo('2')}>
        Second
      </button>
    </>
  )
}

test('two parameters set at once are both in the address, and the others stay', async () => {
  const { router } = renderPage(<Two />, '/?two=2&other=x')
  fireEvent.click(await screen.findByRole('button', { name: 'Both' }))
  await screen.findByText('one=1 two=')
  expect(router.state.location.searchStr).toBe('?other=x&one=1')
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await screen.findByText('one=1 two=2')
  // What was set together is forgotten: an address changed by other means stays as it is.
  await router.navigate({ to: '.', search: {} as never })
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?two=2'))
})
