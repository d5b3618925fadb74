import * as React from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { loadLanguage } from '../../i18n.ts'
import { loadOnDemandTexts, onDemandTexts, onDemandEn } from '../../on-demand-texts.ts'
import { act, mount, unmount } from '../../testing/dom.tsx'
import { sampleAgent } from '../../testing/sample.ts'
import { AppearanceProvider, readAppearance } from '../ui/appearance.ts'
import { onDemand } from './on-demand.tsx'

let root: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  root = document.body.appendChild(document.createElement('div'))
})
afterEach(async () => {
  await unmount(root)
  root.remove()
  vi.useRealTimers()
})

interface Named {
  readonly name: string
}
const Real = ({ name }: Named) => <b>{name}</b>
const Plain = ({ name }: Named) => <i>{name}</i>

async function draw(Part: ReturnType<typeof onDemand<Named>>, name = 'one') {
  const appearance = readAppearance(sampleAgent(), await loadLanguage('en'))
  await mount(
    <AppearanceProvider value={appearance}>
      <Part name={name} />
    </AppearanceProvider>,
    root,
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('a part that is fetched when it is first shown', () => {
  test('shows a placeholder until it is loaded, and none when it was loaded before', async () => {
    const coming = Promise.withResolvers<{ default: typeof Real }>()
    const Part = onDemand(() => coming.promise, Plain)
    await draw(Part)
    expect(root.innerHTML).toBe('<i>one</i>')
    coming.resolve({ default: Real })
    await pass(0)
    expect(root.innerHTML).toBe('<b>one</b>')
    await unmount(root)
    await draw(Part, 'two')
    expect(root.innerHTML).toBe('<b>two</b>')
  })

  test('is fetched again after a failure, at once when the connection returns, and once at a time', async () => {
    let tries = 0
    let answers = false
    const Part = onDemand(async () => {
      tries++
      if (!answers) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: Real }
    }, Plain)
    await expect(Part.preload('en')).rejects.toThrow()
    await draw(Part)
    await pass(0)
    expect([root.innerHTML, tries]).toEqual(['<i>one</i>', 2])
    await pass(1000)
    await pass(3000)
    expect([root.innerHTML, tries]).toEqual(['<i>one</i>', 4])
    answers = true
    await act(() => window.dispatchEvent(new Event('online')))
    await pass(0)
    expect([root.innerHTML, tries]).toEqual(['<b>one</b>', 5])
    await pass(60_000)
    expect(tries).toBe(5)
  })

  test('is not fetched when the placeholder is enough', async () => {
    const load = vi.fn(async () => ({ default: Real }))
    const Part = onDemand<Named>(load, Plain, ({ name }) => name.includes('*'))
    await draw(Part, 'one')
    await pass(60_000)
    expect(load).not.toHaveBeenCalled()
    await draw(Part, 'one*')
    await pass(0)
    expect(root.innerHTML).toBe('<b>one*</b>')
  })

  test('stops retrying when it is unmounted', async () => {
    let tries = 0
    const Part = onDemand<Named>(() => {
      tries++
      return Promise.reject(new Error('gone'))
    }, Plain)
    await draw(Part)
    await pass(0)
    await unmount(root)
    await pass(60_000)
    expect(tries).toBe(1)
  })
})

test("uses English texts when a language lacks them or can't be fetched", async () => {
  await loadOnDemandTexts('de', () => Promise.reject(new Error('gone')))
  expect(onDemandTexts()).toEqual(onDemandEn)
})

test('runs these tests with React as well as with Preact', ({ task }) => {
  // Preact exports `act` from another module.
  expect('act' in React).toBe(task.file.projectName === 'widget-react')
})
