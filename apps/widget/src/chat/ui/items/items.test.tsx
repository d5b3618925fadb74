import type { Message } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import { describe, expect, test } from 'vitest'
import { en as first } from '../../../texts.ts'
import { onDemandEn } from '../../../on-demand-texts.ts'
import { act } from '../../../testing/dom.tsx'
import { delta, finishPart, sampleMessage, sampleTranscript, startPart } from '../../../testing/sample.ts'
import { answer, button, draw, item, key, nextAnswer, press, root, said, stage } from '../../../testing/render-item.tsx'

const en = { ...first, ...onDemandEn }
const CHOICE: Item = {
  type: 'choice',
  message: 'Which **one**?',
  buttons: [said('Red'), { name: 'Blue', request: { type: 'text', payload: 'The blue one' } }],
}

test('shows texts and items in order and keeps the streamed bubble', async () => {
  const it = stage()
  await draw(it)
  await act(it.begin)
  await it.tell(startPart, delta('Look: '))
  const bubble = root.querySelector('.theirs .bubble')
  await it.tell(
    delta('here'),
    item({ type: 'visual', image: '/files/lamp.png', alt: 'A lamp' }),
    delta('Nice?'),
    item(CHOICE),
  )
  await it.tell(finishPart)
  const kinds = [...(root.querySelector('.theirs .body')?.children ?? [])].map((each) => each.className)
  expect(kinds.filter((kind) => kind !== 'sr' && kind !== 'time')).toEqual([
    'bubble',
    'visual',
    'bubble',
    'bubble',
    'choice',
  ])
  expect(root.querySelector('.theirs .bubble')).toBe(bubble)
  expect(root.querySelectorAll('.theirs .md strong')).toHaveLength(1)
})

describe('buttons', () => {
  test("can't be pressed while the answer is streaming", async () => {
    const it = stage()
    await draw(it)
    await act(it.begin)
    await it.tell(startPart, item(CHOICE))
    it.posted.splice(0)
    await press('Red')
    expect(it.posted).toEqual([])
    await it.tell(finishPart)
    await press('Red')
    expect(it.posted).toEqual([{ text: 'Red', submission: { messageId: 'answer', item: 0, button: 0 } }])
  })

  test('marks the pressed one, sends its payload and disables the others', async () => {
    const it = await answer([{ type: 'text', text: 'Hi' }, CHOICE])
    await press('Blue')
    expect(it.posted).toEqual([{ text: 'The blue one', submission: { messageId: 'answer', item: 1, button: 1 } }])
    await it.tellEvents({ type: 'refused', status: 400, code: '', retryAfter: 0 })
    expect(button('Blue')?.getAttribute('aria-pressed')).toBe('false')
    await press('Blue')
    expect(it.posted).toHaveLength(2)
    expect(button('Blue')?.getAttribute('aria-pressed')).toBe('true')
    expect(button('Red')?.getAttribute('aria-disabled')).toBe('true')
    await press('Red')
    expect(it.posted).toHaveLength(2)
  })

  test('sends the same press on retry', async () => {
    const it = await answer([CHOICE])
    await press('Blue')
    await it.tellEvents({ type: 'refused', status: 400, code: '', retryAfter: 0 })
    await press(en.retry)
    expect(it.posted[1]).toEqual(it.posted[0])
  })

  test('are a named group with arrow key navigation', async () => {
    await answer([CHOICE])
    const group = root.querySelector('.choice')
    expect(document.getElementById(group?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('Which one?')
    button('Red')?.focus()
    await key('ArrowRight')
    expect(document.activeElement).toBe(button('Blue'))
    await key('ArrowDown')
    expect(document.activeElement).toBe(button('Red'))
    await key('ArrowLeft')
    expect(document.activeElement).toBe(button('Blue'))
  })

  test('opens addresses in a new tab and hides unsafe ones', async () => {
    const open = (name: string, payload: string) => ({ name, request: { type: 'open_url' as const, payload } })
    const it = await answer([
      { type: 'choice', buttons: [open('Shop', 'https://shop.example'), open('Bad', 'javascript:alert(1)')] },
    ])
    const link = button('Shop')
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      'https://shop.example',
      '_blank',
      'noopener noreferrer nofollow',
    ])
    expect(button('Bad')).toBeUndefined()
    expect(it.posted).toEqual([])
  })
})

describe('cards', () => {
  const CARDS: Item = {
    type: 'carousel',
    cards: [
      {
        title: 'Lamp',
        imageUrl: '/files/lamp.png',
        description: { text: 'Bright' },
        buttons: [said('Details'), said('Buy')],
      },
      { title: 'Desk', buttons: [said('Details')] },
    ],
  }
  test('numbers the buttons across cards, each of which can be pressed', async () => {
    const it = await answer([CARDS])
    const buttons = root.querySelectorAll<HTMLElement>('.card .chip')
    await act(() => buttons[2]?.click())
    expect(it.posted).toEqual([{ text: 'Desk: Details', submission: { messageId: 'answer', item: 0, button: 2 } }])
    expect([...buttons].map((each) => each.getAttribute('aria-pressed'))).toEqual(['false', 'false', 'true'])
    await it.tell(...nextAnswer)
    await act(() => buttons[1]?.click())
    expect(it.posted.at(-1)?.text).toBe('Buy')
  })

  test('disables the arrows at the ends of a row', async () => {
    await answer([CARDS])
    expect(button(en.previous)?.getAttribute('aria-disabled')).toBe('true')
    expect(root.querySelector('.cards')?.getAttribute('tabindex')).toBe('0')
    await answer([{ type: 'carousel', cards: [{ title: 'Alone', buttons: [] }] }])
    expect(root.querySelectorAll('.steps')).toHaveLength(0)
  })
})

describe('media', () => {
  test('sandboxes embedded pages', async () => {
    await answer([{ type: 'iFrame', url: '/files/map.html', title: 'Map', layout: 'horizontal' }])
    const frame = root.querySelector('iframe')
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
    expect([frame?.title, frame?.getAttribute('loading')]).toEqual(['Map', 'lazy'])
  })

  test('shows the description and a link when a picture fails to load', async () => {
    await answer([{ type: 'visual', image: 'https://cdn.example/lamp.png', alt: 'A lamp' }])
    await act(() => void root.querySelector('.visual img')?.dispatchEvent(new Event('error')))
    expect(button('A lamp')?.getAttribute('href')).toBe('https://cdn.example/lamp.png')
  })

  test('offers a file as a download', async () => {
    await answer([{ type: 'file', url: '/files/m.pdf', name: 'Manual.pdf' }])
    expect(button('Manual.pdf')?.getAttribute('download')).toBe('Manual.pdf')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example/x'])('%s is not drawn', async (url) => {
    await answer([
      { type: 'visual', image: url, alt: 'x' },
      { type: 'iFrame', url, title: 'x', layout: 'vertical' },
      { type: 'file', url, name: 'x' },
    ])
    expect(root.querySelectorAll('.list :is(img, iframe, a)')).toHaveLength(0)
  })
})

describe('after a reload', () => {
  const load = async (...messages: Message[]) => {
    const it = stage()
    await draw(it)
    await it.tellEvents(
      { type: 'begin', conversationId: 'conv' },
      { type: 'transcript', transcript: sampleTranscript(messages), older: false },
    )
    return it
  }
  const form: Item = { type: 'input', field: { name: 'email', label: 'Email', type: 'email', required: true } }
  test('restores pressed and sent items from the messages that name them', async () => {
    await load(
      sampleMessage(1),
      sampleMessage(2, { items: [CHOICE] }),
      sampleMessage(3, { submission: { messageId: 'message2', item: 0, button: 1 } }),
      sampleMessage(4, { items: [form] }),
      sampleMessage(5, { submission: { messageId: 'message4', item: 0, values: { email: 'a@b.co' } } }),
      sampleMessage(6, { items: [CHOICE] }),
    )
    const pressed = [...root.querySelectorAll('.choice .chip')].map((each) => each.getAttribute('aria-pressed'))
    expect(pressed).toEqual(['false', 'true', 'false', 'false'])
    expect(root.querySelector('.summary dd')?.textContent).toBe('a@b.co')
  })

  test('keeps unused items usable', async () => {
    const it = await load(sampleMessage(1), sampleMessage(2, { items: [CHOICE] }))
    await press('Red')
    expect(it.posted).toEqual([{ text: 'Red', submission: { messageId: 'message2', item: 0, button: 0 } }])
  })
})
