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

test('a Latin letter does what it stands for, once', () => {
  const { actions } = shown()
  press('j', 'KeyJ')
  expect(actions.next).toHaveBeenCalledTimes(1)
})

test('of a Latin keyboard with other places the letter counts, not the place', () => {
  const { actions } = shown()
  press('q', 'KeyA')
  expect(actions.assign).not.toHaveBeenCalled()
  press('a', 'KeyQ')
  expect(actions.assign).toHaveBeenCalledTimes(1)
})

test('on a keyboard of another script the place counts', () => {
  const { actions } = shown()
  press('ت', 'KeyJ')
  press('ظ', 'Slash')
  press('؟', 'Slash', { shiftKey: true })
  for (const name of ['next', 'search', 'sheet'] as const) expect(actions[name]).toHaveBeenCalledTimes(1)
})

test('nothing happens while something is typed or another key is held', () => {
  const { actions, getByLabelText } = shown()
  fireEvent.keyDown(getByLabelText('Field'), { key: 'ت', code: 'KeyJ' })
  press('ت', 'KeyJ', { ctrlKey: true })
  expect(actions.next).not.toHaveBeenCalled()
})

/** Replies and notes, each with a field of its own. */
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

test('the field has the focus before the next key, and not the key that led there', async () => {
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
