import { Button } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { PermissionTooltip } from './permission-tooltip.tsx'

test('explains a disabled control, and shows no tooltip on an enabled one', async () => {
  renderPage(
    <>
      <PermissionTooltip why="Only editors can do this.">
        <Button>Delete</Button>
      </PermissionTooltip>
      <PermissionTooltip why="">
        <Button>Copy</Button>
      </PermissionTooltip>
    </>,
  )
  await userEvent.hover(await screen.findByRole('button', { name: 'Delete' }))
  expect((await screen.findByRole('tooltip')).textContent).toBe('Only editors can do this.')
  await userEvent.keyboard('{Escape}')
  await userEvent.hover(screen.getByRole('button', { name: 'Copy' }))
  expect(screen.queryByRole('tooltip')).toBeNull()
})
