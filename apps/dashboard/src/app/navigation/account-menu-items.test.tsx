import { Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ACCOUNT } from '../../testing/account.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import AccountEntries from './account-menu-items.tsx'

test('says why a sign-out failed, and stays on the page', async () => {
  const body = { success: false, code: 'INTERNAL', message: 'The disk is full.', requestId: 'r1' }
  serve({ 'POST /api/account/sign-out': () => ({ status: 500, body }) })
  const { router } = renderPage(
    <Menu>
      <Menu.Target>
        <button type="button">Menu</button>
      </Menu.Target>
      <Menu.Dropdown>
        <AccountEntries account={ACCOUNT} />
      </Menu.Dropdown>
    </Menu>,
    '/app/eu/agents',
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Menu' }))
  await userEvent.click(await screen.findByText('Log Out'))
  expect(await screen.findByText('Error Occured')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/app/eu/agents')
})
