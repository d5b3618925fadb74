import { isAvailable } from '@parlance/contract/platform/features'
import { Menu } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import PublishEntries from './publish-entries.tsx'

vi.mock('../draft/draft.tsx', () => ({ useDraft: () => ({ agentId: 'a1' }) }))

test('marks channels that are not available yet as planned', async () => {
  renderPage(
    <Menu>
      <Menu.Target>
        <button type="button">More</button>
      </Menu.Target>
      <Menu.Dropdown>
        <PublishEntries onScript={() => {}} />
      </Menu.Dropdown>
    </Menu>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'More' }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  const shown = [
    ['number', 'Connect to Number'],
    ['whatsapp', 'WhatsApp'],
    ['discord', 'Discord'],
    ['instagram', 'Instagram'],
    ['messenger', 'Messenger'],
  ] as const
  for (const [channel, name] of shown)
    expect(entries).toContain(isAvailable(`channel.${channel}`) ? name : `${name}Planned`)
  expect(entries).toContain('Website Script')
  expect(entries).toContain('Telegram')
})
