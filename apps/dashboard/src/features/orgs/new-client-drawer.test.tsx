import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { NewClientDrawer } from './new-client-drawer.tsx'

const WORKSPACE = '/api/eu/v2/workspaces/abcdefghijklmno'

async function open() {
  const sent = serve({
    [`GET ${WORKSPACE}/agents`]: () => ({ body: { items: [], nextCursor: null } }),
    [`POST ${WORKSPACE}/orgs`]: () => ({ body: { success: true, data: { ID: 'o1' } } }),
  })
  const closed = vi.fn()
  renderPage(<NewClientDrawer onClose={closed} />)
  const name = await screen.findByLabelText<HTMLInputElement>('Name')
  const create = () => userEvent.click(screen.getByRole('button', { name: 'Create client' }))
  return { closed, name, create, created: () => sent.find(({ method }) => method === 'POST')?.body }
}

test('starts with a name, which typing replaces', async () => {
  const { name, create, created, closed } = await open()
  expect(name.value).toBe('New Organization')
  name.blur()
  name.focus()
  await userEvent.keyboard('Bakery')
  await create()
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(created()).toMatchObject({ name: 'Bakery' })
})

test('needs a name', async () => {
  const { name, create, created } = await open()
  await userEvent.clear(name)
  await create()
  await screen.findByText('Organization name is required.')
  expect(created()).toBeUndefined()
})

test('asks before discarding what was typed, not for the name it starts with', async () => {
  const { name, closed } = await open()
  await userEvent.click(screen.getByLabelText('Close'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
  await userEvent.type(name, ' Two')
  await userEvent.click(screen.getByLabelText('Close'))
  await screen.findByText('Leave without saving?')
  expect(closed).toHaveBeenCalledTimes(1)
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2))
})
