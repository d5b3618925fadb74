import type { Item } from '@parlance/core/items/items'
import { expect, test, vi } from 'vitest'
import { en, loadLanguage } from '../../../i18n.ts'
import { mount, unmount } from '../../../testing/dom.tsx'
import { sampleAgent } from '../../../testing/sample.ts'
import { LookProvider, readLook } from '../look.ts'
import type { Actions } from './item.tsx'
import { LazyForm } from './lazy-form.tsx'

vi.mock('./form.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('a form that can’t be fetched: its words, and a way to try again', async () => {
  const root = document.body.appendChild(document.createElement('div'))
  const look = readLook(sampleAgent(), await loadLanguage('en'))
  const item: Item = { type: 'input', field: { name: 'email', label: 'E-mail', type: 'email', required: true } }
  const actions: Actions = {
    sent: undefined,
    ready: true,
    send: () => undefined,
    upload: () => Promise.reject(new Error('nothing to send')),
  }
  await mount(
    <LookProvider value={look}>
      <LazyForm item={item as Extract<Item, { type: 'input' }>} actions={actions} />
    </LookProvider>,
    root,
  )
  expect(root.textContent).toContain('E-mail')
  await expect.poll(() => root.querySelector('button')?.textContent).toBe(en.tryAgain)
  expect(root.querySelector('.form')?.getAttribute('aria-busy')).toBe('false')
  await unmount(root)
  root.remove()
})
