// What a menu and a tooltip promise beside what the library does: nothing is drawn before it is asked for, and no click is lost.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { Menu } from './menu.tsx'
import { Tooltip } from './tooltip.tsx'

function Example({ onPick }: { onPick: () => void }) {
  return (
    <Menu>
      <Menu.Target>
        <button type="button">More</button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onPick}>Copy</Menu.Item>
        <Menu.Item>Delete</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

test('the first click opens a menu whose parts are not there yet; its button stays the same and gets the focus back', async () => {
  const pick = vi.fn()
  renderPage(<Example onPick={pick} />)
  const button = await screen.findByRole('button', { name: 'More' })
  expect(button.getAttribute('aria-haspopup')).toBe('menu')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(button)
  const entry = await screen.findByRole('menuitem', { name: 'Copy' })
  expect(button.isConnected).toBe(true)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(button.getAttribute('aria-controls') ?? '')?.contains(entry)).toBe(true)
  await userEvent.click(entry)
  expect(pick).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'Copy' })).toBeNull())
  expect(button.getAttribute('aria-expanded')).toBe('false')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('a tooltip comes with the focus of the keyboard, explains what it is about and goes with Escape', async () => {
  renderPage(
    <Tooltip label="Copies it with all of its settings">
      <button type="button">Copy</button>
    </Tooltip>,
  )
  const button = await screen.findByRole('button', { name: 'Copy' })
  await userEvent.tab()
  for (let tries = 0; tries < 20 && document.activeElement !== button; tries++) await userEvent.tab()
  const tip = await screen.findByRole('tooltip', { hidden: true })
  expect(tip.textContent).toBe('Copies it with all of its settings')
  expect(button.getAttribute('aria-describedby')).toBe(tip.id)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull()
  expect(button.hasAttribute('aria-describedby')).toBe(false)
})
