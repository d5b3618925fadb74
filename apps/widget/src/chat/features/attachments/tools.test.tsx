import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Attachment } from '@parlance/contract/conversations/attachments'
import { loadLanguage } from '../../../i18n.ts'
import { onDemandEn as en } from '../../../on-demand-texts.ts'
import { act, mount } from '../../../testing/dom.tsx'
import { fakeHost } from '../../../testing/host.ts'
import { loadParts } from '../../../testing/parts.ts'
import { sampleAgent } from '../../../testing/sample.ts'
import { root, stage } from '../../../testing/render-item.tsx'
import { Refusal } from '../../refusal.ts'
import type { OnProgress } from '../../refusal.ts'
import { Chat } from '../../ui/chat.tsx'
import { AppearanceProvider, readAppearance } from '../../ui/appearance.ts'
import { Sent } from '../../ui/message.tsx'
import { Tools } from '../slots.tsx'
import { faultBefore, faultOf } from './uploads.ts'
import { canRecord } from './recording.ts'

interface Upload {
  readonly name: string
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
  readonly done: (is: Partial<Attachment>) => void
  readonly failed: (error: unknown) => void
}
let uploads: Upload[] = []
let taken: string[] = []
beforeEach(() => {
  ;[uploads, taken] = [[], []]
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL: () => undefined }))
})
afterEach(() => vi.unstubAllGlobals())

async function draw() {
  const it = stage()
  Object.assign(it.controller, {
    attach: (file: File, onProgress: OnProgress, signal: AbortSignal) =>
      new Promise((resolve, reject) =>
        uploads.push({
          name: file.name,
          onProgress,
          signal,
          done: (is) =>
            resolve({ id: 'added', url: '/media/eu/a.png', name: file.name, mime: file.type, size: 1, ...is }),
          failed: reject,
        }),
      ),
    detach: async (id: string) => taken.push(id),
  })
  await Promise.all([loadParts('en'), Sent.preload('en'), Tools.preload('en')])
  const agent = sampleAgent({ vg_initMessages: [], allowAttachments: true, allowVoiceNotes: true })
  const appearance = readAppearance(agent, await loadLanguage('en'))
  await mount(
    <AppearanceProvider value={appearance}>
      <Chat controller={it.controller} host={fakeHost({ open: false })} />
    </AppearanceProvider>,
    root,
  )
  expect(root.querySelector(`[aria-label="${en.attach}"]`)).toBeTruthy()
  return it
}
const choose = (...files: File[]) =>
  act(async () => {
    const input = root.querySelector<HTMLInputElement>('.field input[type=file]')
    Object.defineProperty(input, 'files', { value: files, configurable: true })
    input?.dispatchEvent(new Event('change', { bubbles: true }))
    await Promise.resolve()
  })
const press = (name: string) =>
  act(() => root.querySelector<HTMLElement>(`[aria-label="${name}"], [title="${name}"]`)?.click())
const png = (name = 'me.png') => new File(['x'], name, { type: 'image/png' })
const sends = () => root.querySelector<HTMLButtonElement>('.send')?.disabled === false
const text = () => root.querySelector('.pending')?.textContent ?? ''

describe('files', () => {
  test('show their progress and are sent without text', async () => {
    const it = await draw()
    await choose(png())
    expect(root.querySelector('.pending-file img')?.getAttribute('src')).toBe('blob:preview')
    await act(() => uploads[0]?.onProgress(0.426))
    expect(text()).toContain('42%')
    expect(sends()).toBe(false)
    await act(async () => uploads[0]?.done({}))
    await expect.poll(() => root.querySelector('.pending-file progress')).toBeNull()
    expect(root.querySelector('output.sr')?.textContent).toContain('me.png attached')
    expect(sends()).toBe(true)
    await act(() => root.querySelector<HTMLButtonElement>('.send')?.click())
    expect(it.posted).toHaveLength(1)
    expect(root.querySelectorAll('.pending-file')).toHaveLength(0)
    expect(taken).toEqual([])
    await expect.poll(() => root.querySelector('.sent .picture img')?.getAttribute('src')).toBe('/media/eu/a.png')
  })

  test('are sent by an Enter pressed while they were uploading', async () => {
    const it = await draw()
    const field = () => root.querySelector<HTMLTextAreaElement>('textarea')
    const enter = () => act(() => field()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await choose(png())
    expect(document.activeElement).toBe(field())
    await enter()
    expect(it.posted).toHaveLength(0)
    await act(async () => uploads[0]?.done({}))
    await expect.poll(() => it.posted).toHaveLength(1)
  })

  test('are not sent by the Enter of an input method', async () => {
    const it = await draw()
    await choose(png())
    const enter = new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true })
    await act(() => root.querySelector<HTMLTextAreaElement>('textarea')?.dispatchEvent(enter))
    await act(async () => uploads[0]?.done({}))
    await expect.poll(() => root.querySelector('.pending-file progress')).toBeNull()
    expect(it.posted).toHaveLength(0)
  })

  test('that failed show why; some can be retried, all can be removed', async () => {
    await draw()
    await choose(png())
    await act(async () => uploads[0]?.failed(new Refusal(0, '', 0)))
    await expect.poll(text).toContain(en.faultConnection)
    await press('Try again: me.png')
    expect(uploads).toHaveLength(2)
    await act(async () => uploads[1]?.failed(new Refusal(400, 'INVALID_INPUT', 0)))
    await expect.poll(text).toContain(en.faultKind)
    expect(root.querySelector('[aria-label="Try again: me.png"]')).toBeNull()
    await press('Remove me.png')
    expect(root.querySelectorAll('.pending-file')).toHaveLength(0)
  })

  test('are aborted when removed during the upload, and deleted from the server afterwards', async () => {
    await draw()
    await choose(png('a.png'), png('b.png'))
    await act(async () => uploads[1]?.done({ id: 'b' }))
    await press('Remove a.png')
    await press('Remove b.png')
    expect(uploads[0]?.signal.aborted).toBe(true)
    expect(taken).toEqual(['b'])
  })

  test('are aborted when the visitor leaves', async () => {
    const it = await draw()
    await choose(png())
    await it.tellEvents({ type: 'leave' })
    expect(uploads[0]?.signal.aborted).toBe(true)
  })

  test('are limited to five', async () => {
    await draw()
    await choose(...Array.from({ length: 6 }, (_, at) => png(`${at}.png`)))
    expect(uploads).toHaveLength(5)
    expect(text()).toContain('up to 5 files')
    expect(root.querySelector<HTMLButtonElement>(`[aria-label="${en.attach}"]`)?.disabled).toBe(true)
  })

  test('are not uploaded when the server would refuse them', async () => {
    await draw()
    await choose(new File(['<svg/>'], 'a.svg', { type: 'image/svg+xml' }))
    expect(uploads).toHaveLength(0)
    expect(text()).toContain(en.faultKind)
    expect(faultBefore({ name: 'A.PDF', size: 10_000_000 })).toBe('')
    expect(faultBefore({ name: 'a.pdf', size: 10_000_001 })).toBe('size')
  })

  test.each([
    [413, 'size'],
    [400, 'kind'],
    [429, 'limit'],
    [403, 'closed'],
    [500, 'connection'],
    [0, 'connection'],
  ])('a refusal %i is told as %s', (status, fault) => expect(faultOf(new Refusal(status, '', 0))).toBe(fault))
})

test("offers no voice notes when the browser can't record", async () => {
  await draw()
  expect(root.querySelector(`[aria-label="${en.voice}"]`)).toBeNull()
  vi.stubGlobal('MediaRecorder', class {})
  Object.defineProperty(navigator, 'mediaDevices', { value: {}, configurable: true })
  const policy = (allows: boolean) => Object.assign(document, { featurePolicy: { allowsFeature: () => allows } })
  expect(canRecord(policy(true))).toBe(true)
  expect(canRecord(policy(false))).toBe(false)
  Object.assign(document, { featurePolicy: undefined })
})
