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
  // As beside a draft: whoever leaves is asked, which takes a moment even where nothing is in the way.
  useBlocker({ shouldBlockFn: later, enableBeforeUnload: false })
  const [chosen, choose] = useState(true)
  // What is chosen stands in the address, too, and follows it.
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

test('two parameters set at once are both in the address, and the others stay', async () => {
  const { router } = renderPage(<Two />, '/?two=2&other=x')
  // Pressed as a person does: what follows from it is drawn a moment later, not before the press returns.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const pressed = await screen.findByRole('button', { name: 'Both' })
  pressed.click()
  await screen.findByText('one=1 two=')
  expect(router.state.location.searchStr).toBe('?other=x&one=1')
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await screen.findByText('one=1 two=2')
  // What was set together is forgotten: an address changed by other means stays as it is.
  await router.navigate({ to: '.', search: {} as never })
  fireEvent.click(screen.getByRole('button', { name: 'Second' }))
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?two=2'))
})
