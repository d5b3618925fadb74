import { FIELD_TYPES, type FormField, type Item } from '@parlance/contract/items/schemas'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { MarkdownView } from '../markdown/markdown-view.tsx'
import { Form } from './form.tsx'
import type { ItemActions, ItemTexts, Sent } from './item-props.ts'
import { MessageItems, type MessageParts } from './message-items.tsx'
import { RichItem } from './rich-item.tsx'

afterEach(cleanup)

const TEXTS: ItemTexts = {
  image: 'Picture',
  openPage: 'Opens in a new tab',
  cards: 'Cards',
  previous: 'Previous',
  next: 'Next',
  choose: 'Choose …',
  send: 'Send',
  sent: 'Sent',
  notSent: 'Not sent yet',
  remove: 'Remove',
  noUpload: 'Files can’t be sent from here.',
  uploading: 'Uploading …',
  uploadFailed: 'This file could not be uploaded.',
  uploadTooLarge: 'This file is too large.',
  fault: ({ fault, limit }) => (fault === 'required' ? 'This is required.' : `${fault} ${limit ?? ''}`),
}
const parts: MessageParts = {
  Markdown: (props) => <MarkdownView {...props} texts={{ copy: 'Copy', copied: 'Copied', image: 'Picture' }} />,
  Form: (props) => <Form {...props} texts={TEXTS} />,
  RichItem: (props) => <RichItem {...props} texts={TEXTS} Markdown={parts.Markdown} />,
}
const said = (name: string) => ({ name, request: { type: 'text' as const } })
const field = (name: string, type: FormField['type'], over: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  type,
  required: false,
  ...over,
})
const CHOICE: Item = {
  type: 'choice',
  message: 'Which one?',
  buttons: [
    said('Red'),
    said('Blue'),
    { name: 'Shop', request: { type: 'open_url', payload: 'https://shop.example/' } },
    { name: 'Bad', request: { type: 'open_url', payload: 'javascript:alert(1)' } },
  ],
}
const MEDIA: Item[] = [
  { type: 'visual', image: 'https://cdn.example/lamp.png', alt: 'A lamp' },
  { type: 'visual', image: '/files/own.png', alt: 'Our own' },
  { type: 'iFrame', url: 'https://maps.example/x', title: 'Map', layout: 'vertical' },
  { type: 'file', url: '/files/m.pdf', name: 'Manual.pdf' },
]

const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))

/** Actions for all items; each `send` gets the index of its item. */
type Use = Omit<ItemActions, 'send'> & {
  readonly send: (index: number, ...sent: Parameters<ItemActions['send']>) => void
}

function show(items: readonly Item[], sent?: Sent, use?: Use) {
  const view = (given: Sent | undefined) => (
    <MessageItems
      items={items}
      growing={false}
      parts={parts}
      use={(index) => ({ sent: given, actions: use && { ...use, send: (...args) => use.send(index, ...args) } })}
    />
  )
  const { rerender } = render(view(sent))
  return { sent: (given: Sent) => rerender(view(given)) }
}
const usable = (over: Partial<Omit<Use, 'send'>> = {}) => ({ send: vi.fn<Use['send']>(), ready: true, ...over })

describe('in a transcript', () => {
  test('shows the pressed button as inactive', async () => {
    show([CHOICE], { button: 1 })
    expect(screen.getByRole('button', { name: 'Blue' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Red' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('link', { name: 'Shop' }).getAttribute('href')).toBe('https://shop.example/')
    expect(screen.queryByText('Bad')).toBeNull()
  })

  test('loads nothing of other hosts, which would track the reader', () => {
    show(MEDIA)
    expect(pictures()).toEqual(['/files/own.png'])
    expect(document.querySelector('iframe')).toBeNull()
    expect(screen.getByRole('link', { name: /A lamp/ }).getAttribute('href')).toBe('https://cdn.example/lamp.png')
    expect(screen.getByRole('link', { name: /Map/ }).textContent).toContain('maps.example')
  })

  test("shows a form's sent values without secrets", () => {
    const form: Item = {
      type: 'form',
      title: 'Book',
      fields: [field('Email', 'email'), field('PIN', 'password'), field('Note', 'text')],
    }
    const { sent } = show([form])
    expect(screen.getByText('Not sent yet')).toBeTruthy()
    sent({ values: { Email: 'a@b.co', PIN: 'hunter2' } })
    screen.getByRole('region', { name: 'Book' })
    expect([...document.querySelectorAll('dd')].map((each) => each.textContent)).toEqual(['a@b.co', '••••••', '—'])
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('downloads a sent file', () => {
    const url = '/media/eu/abcdefghij0123456789.png'
    show([{ type: 'input', field: field('Photo', 'file') }], { values: { Photo: url } })
    const link = screen.getByRole('link', { name: 'Photo.png' })
    expect(['href', 'download', 'rel'].map((name) => link.getAttribute(name))).toEqual([
      url,
      'Photo.png',
      'noopener noreferrer nofollow',
    ])
  })
})

describe('in use', () => {
  test("sends a button's value once", async () => {
    const use = usable()
    const { sent } = show([{ type: 'text', text: 'Hi' }, CHOICE], undefined, use)
    await userEvent.click(screen.getByRole('button', { name: 'Blue' }))
    expect(use.send.mock.calls).toEqual([[1, { button: 1 }, 'Blue']])
    sent({ button: 1 })
    await userEvent.click(screen.getByRole('button', { name: 'Red' }))
    expect(use.send).toHaveBeenCalledOnce()
  })

  test('disables buttons while nothing can be sent', async () => {
    const use = usable({ ready: false })
    show([CHOICE], undefined, use)
    await userEvent.click(screen.getByRole('button', { name: 'Blue' }))
    expect(use.send).not.toHaveBeenCalled()
  })

  test('numbers buttons across cards', async () => {
    const use = usable()
    const cards = [
      { title: 'Lamp', buttons: [said('Details'), said('Buy')] },
      { title: 'Desk', buttons: [said('Details')] },
    ]
    show([{ type: 'carousel', cards }], undefined, use)
    await userEvent.click(within(screen.getByRole('group', { name: 'Desk' })).getByRole('button'))
    expect(use.send).toHaveBeenCalledWith(0, { button: 2 }, 'Desk: Details')
  })

  test('shows images of other hosts', () => {
    show(MEDIA.slice(0, 2), undefined, usable())
    expect(pictures()).toEqual(['https://cdn.example/lamp.png', '/files/own.png'])
  })

  test('validates a form and sends typed values', async () => {
    const use = usable({ upload: async (file) => `/files/${file.name}` })
    const item: Item = {
      type: 'form',
      fields: [
        field('Email', 'email', { required: true }),
        field('Guests', 'number', { max: 8 }),
        field('Room', 'select', { options: ['Garden', 'Hall'] }),
        field('Meal', 'radio', { options: ['Fish', 'None'] }),
        field('News', 'checkbox'),
        field('Photo', 'file'),
      ],
      submitLabel: 'Book',
    }
    show([item], undefined, use)
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: /Guests/ }), '9')
    await user.click(screen.getByRole('button', { name: 'Book' }))
    expect(screen.getByText('This is required.')).toBeTruthy()
    expect(screen.getByText('max 8')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Email/ }))
    expect(use.send).not.toHaveBeenCalled()
    await user.type(screen.getByRole('textbox', { name: /Email/ }), 'a@b.co')
    await user.clear(screen.getByRole('textbox', { name: /Guests/ }))
    await user.type(screen.getByRole('textbox', { name: /Guests/ }), '4')
    await user.selectOptions(screen.getByRole('combobox'), 'Hall')
    await user.click(screen.getByRole('radio', { name: 'Fish' }))
    await user.click(screen.getByRole('checkbox', { name: 'News' }))
    await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'me.png'))
    await user.click(screen.getByRole('button', { name: 'Book' }))
    expect(use.send.mock.calls).toEqual([
      [
        0,
        { values: { Email: 'a@b.co', Guests: 4, Room: 'Hall', Meal: 'Fish', News: true, Photo: '/files/me.png' } },
        'Email: a@b.co\nGuests: 4\nRoom: Hall\nMeal: Fish\nNews: ✓\nPhoto: 📎',
      ],
    ])
  })

  test('has a control for every field type', () => {
    const fields = FIELD_TYPES.map((type) => field(type.replaceAll('-', '_'), type, { options: ['A'] }))
    show([{ type: 'form', fields }], undefined, usable())
    expect(document.querySelectorAll('.form-field :is(input, select, textarea)').length).toBeGreaterThanOrEqual(
      FIELD_TYPES.length,
    )
    expect(screen.getByText('Files can’t be sent from here.')).toBeTruthy()
  })
})
