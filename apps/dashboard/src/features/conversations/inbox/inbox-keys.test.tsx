import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render.tsx'
import { InboxKeys, useInboxHotkeys } from './inbox-keys.tsx'

function Keys({ actions }: { actions: Parameters<typeof useInboxHotkeys>[0] }) {
  useInboxHotkeys(actions)
  return <input aria-label="Field" />
}
const shown = () => {
  const actions = { next: vi.fn(), assign: vi.fn(), search: vi.fn(), sheet: vi.fn() }
  return { actions, ...render(<Keys actions={actions} />) }
}
const press = (key: string, code: string, more = {}) =>
  fireEvent.keyDown(document.documentElement, { key, code, ...more })

test('runs the action of a Latin letter once', () => {
  const { actions } = shown()
  press('j', 'KeyJ')
  expect(actions.next).toHaveBeenCalledTimes(1)
})

test('uses the letter of a Latin keyboard layout, not its position', () => {
  const { actions } = shown()
  press('q', 'KeyA')
  expect(actions.assign).not.toHaveBeenCalled()
  press('a', 'KeyQ')
  expect(actions.assign).toHaveBeenCalledTimes(1)
})

test('uses the position on a keyboard with another script', () => {
  const { actions } = shown()
  press('ت', 'KeyJ')
  press('ظ', 'Slash')
  press('؟', 'Slash', { shiftKey: true })
  for (const name of ['next', 'search', 'sheet'] as const) expect(actions[name]).toHaveBeenCalledTimes(1)
})

test('does nothing while typing or with a modifier', () => {
  const { actions, getByLabelText } = shown()
  fireEvent.keyDown(getByLabelText('Field'), { key: 'ت', code: 'KeyJ' })
  press('ت', 'KeyJ', { ctrlKey: true })
  expect(actions.next).not.toHaveBeenCalled()
})

/** Reply and note boxes, each with its own field. */
function Box() {
  const [kind, setKind] = useState('reply')
  return (
    <form data-key="write">
      {['reply', 'note'].map((one) => (
        <input key={one} type="radio" value={one} checked={kind === one} onChange={() => setKind(one)} />
      ))}
      <textarea key={kind} aria-label={kind} />
    </form>
  )
}

test('focuses the field before the next key and does not type the shortcut', async () => {
  renderPage(
    <>
      <InboxKeys items={[]} chosen="" />
      <Box />
    </>,
  )
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await screen.findByLabelText('reply')
  press('r', 'KeyR')
  expect(focused()).toBe('reply')
  for (const [key, code, kind] of [
    ['т', 'KeyN', 'note'],
    ['к', 'KeyR', 'reply'],
  ] as const) {
    // False: the letter is not typed.
    expect(press(key, code)).toBe(false)
    expect(focused()).toBe(kind)
  }
})
