import { useBlocker } from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useSearchParam } from './link.tsx'
import { renderPage } from '../testing/render.tsx'

const later = async () => {
  await Promise.resolve()
  return false
}

function Two() {
  const [one, setOne] = useSearchParam('one')
  const [two, setTwo] = useSearchParam('two')
  // Like a page with a draft: the guard takes a moment even if nothing blocks.
  useBlocker({ shouldBlockFn: later, enableBeforeUnload: false })
  const [chosen, choose] = useState(true)
  // The state is in the URL too and follows it.
  useEffect(() => {
    if (!chosen) setTwo(undefined)
  }, [chosen, setTwo])
  const both = () => {
    setOne('1')
    choose(false)
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

test('keeps both of two parameters set at once, and all others', async () => {
  const { router } = renderPage(<Two />, '/?two=2&other=x')
  // Clicks without act, since rendering follows a moment after a real press.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const pressed = await screen.findByRole('button', { name: 'Both' })
  pressed.click()
  await screen.findByText('one=1 two=')
  expect(router.state.location.searchStr).toBe('?other=x&one=1')
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await screen.findByText('one=1 two=2')
  // Pending values are dropped: a URL changed by other means stays.
  await router.navigate({ to: '.', search: {} as never })
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?two=2'))
})
