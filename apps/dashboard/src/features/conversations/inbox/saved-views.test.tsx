import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { SavedViews } from './saved-views.tsx'

const VIEWS = '/api/eu/v2/workspaces/abcdefghijklmno/saved-views'

function open(isKnown: () => boolean) {
  const items = [{ name: 'Waiting', filters: { view: 'waiting' } }]
  const sent = serve({
    [`GET ${VIEWS}`]: () => (isKnown() ? { body: { items } } : { status: 500, body: {} }),
    [`PUT ${VIEWS}`]: () => ({ body: { success: true } }),
  })
  renderPage(<SavedViews current={{ tag: 'vip' }} onOpen={() => undefined} />)
  return sent
}

test('adds a view to those of the server', async () => {
  let isKnown = false
  const sent = open(() => isKnown)
  await userEvent.click(await screen.findByRole('button', { name: 'Saved views' }))
  const save = () => screen.findByRole<HTMLButtonElement>('menuitem', { name: 'Save this view' })
  await screen.findByRole('menuitem', { name: /Try again/ })
  expect((await save()).disabled).toBe(true)
  isKnown = true
  await userEvent.click(screen.getByRole('menuitem', { name: /Try again/ }))
  await screen.findByRole('menuitem', { name: 'Waiting' })
  await userEvent.click(await save())
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Guests')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => sent.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({
      items: [{ name: 'Waiting' }, { name: 'Guests', filters: { tag: 'vip' } }],
    })
})
