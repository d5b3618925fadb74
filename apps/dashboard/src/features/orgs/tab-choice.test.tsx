import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { TabChoice } from './tab-choice.tsx'

test('offers every page that client users can be given, and grants channels in the usual order', async () => {
  serve({ 'GET /api/eu/v2/workspaces/abcdefghijklmno/agency': () => ({ body: { success: true, data: null } }) })
  const onChange = vi.fn()
  renderPage(<TabChoice label="Pages" value={['/home', '/leads']} onChange={onChange} />)
  const offered = await screen.findAllByRole('checkbox')
  expect(offered.map((box) => box.closest('.mantine-Checkbox-root')?.textContent)).toEqual([
    'Home',
    'Design',
    'Voice',
    'Knowledge',
    'Chats',
    'Analytics',
    'Channels',
    'Leads',
    'Settings',
    'Metrics',
    'Campaigns',
  ])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Channels' }))
  expect(onChange).toHaveBeenCalledWith(['/home', '/channels', '/leads'])
})
