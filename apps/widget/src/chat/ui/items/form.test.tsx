import { FIELD_TYPES, type FormField, type Item } from '@parlance/contract/items/schemas'
import { describe, expect, test } from 'vitest'
import { onDemandEn as en } from '../../../on-demand-texts.ts'
import { act, enter, leave as leaves } from '../../../testing/dom.tsx'
import { answer, nextAnswer, root } from '../../../testing/render-item.tsx'

describe('forms', () => {
  const field = (name: string, type: FormField['type'], over: Partial<FormField> = {}): FormField => ({
    name,
    label: name.toUpperCase(),
    type,
    required: false,
    ...over,
  })
  const control = (label: string) => {
    const name = [...root.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label))
    return document.getElementById(name?.getAttribute('for') ?? '') as HTMLInputElement
  }
  const type = (label: string, value: string) => act(() => enter(control(label), value))
  const leave = (label: string) => act(() => leaves(control(label)))
  const submit = () =>
    act(() => void root.querySelector('.form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })))
  const faults = () => [...root.querySelectorAll('.fault')].map((each) => each.textContent)
  const FORM: Item = {
    type: 'form',
    title: 'Book a table',
    fields: [
      field('email', 'email', { required: true }),
      field('guests', 'number', { min: 1, max: 8 }),
      field('pin', 'password', { required: true }),
      field('size', 'select', { options: ['S', 'M'] }),
      field('news', 'checkbox'),
    ],
    submitLabel: 'Book',
  }

  test('gives every field type a labelled control', async () => {
    const fields = FIELD_TYPES.map((each) =>
      field(each.replaceAll('-', '_'), each, { options: ['A', 'B'], required: true }),
    )
    await answer([{ type: 'form', fields }])
    expect(root.querySelectorAll('.form-field')).toHaveLength(FIELD_TYPES.length)
    for (const { type: kind, label } of fields) {
      if (kind === 'radio') expect(root.querySelectorAll('[role=radiogroup] input')).toHaveLength(2)
      else expect(control(label).required, kind).toBe(true)
    }
    await submit()
    expect(faults()).toEqual(FIELD_TYPES.map(() => en.requiredFault))
    expect(document.activeElement).toBe(control('TEXT'))
  })

  test('validates each field on blur and on submit', async () => {
    const it = await answer([FORM])
    await type('EMAIL', 'ada')
    expect(faults()).toEqual([])
    await leave('EMAIL')
    expect(faults()).toEqual([en.emailFault])
    expect(control('EMAIL').getAttribute('aria-invalid')).toBe('true')
    expect(document.getElementById(control('EMAIL').getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      en.emailFault,
    )
    await type('EMAIL', 'ada@lovelace.example')
    expect(faults()).toEqual([])
    await type('GUESTS', '9')
    await submit()
    expect(faults()).toEqual(['Enter 8 or less.', en.requiredFault])
    expect(it.posted).toEqual([])
    expect(document.activeElement).toBe(control('GUESTS'))
  })

  test('sends typed values once, keeps them after a failure, and shows them afterwards', async () => {
    const it = await answer([FORM])
    await type('EMAIL', 'a@b.co')
    await type('GUESTS', '4')
    await type('PIN', 'hunter2')
    await type('SIZE', 'M')
    await act(() => control('NEWS').click())
    await submit()
    const values = { email: 'a@b.co', guests: 4, pin: 'hunter2', size: 'M', news: true }
    expect(it.posted).toEqual([
      {
        text: 'EMAIL: a@b.co\nGUESTS: 4\nPIN: ••••••\nSIZE: M\nNEWS: ✓',
        submission: { messageId: 'answer', item: 0, values },
      },
    ])
    expect(root.querySelector('.summary')?.textContent).not.toContain('hunter2')
    expect(document.activeElement).toBe(root.querySelector('.summary'))
    await it.tellEvents({ type: 'refused', status: 400, code: '', retryAfter: 0 })
    expect(control('EMAIL').value).toBe('a@b.co')
    await submit()
    expect(it.posted).toHaveLength(2)
    await it.tell(...nextAnswer)
    expect([...root.querySelectorAll('.summary dd')].map((each) => each.textContent)).toEqual([
      'a@b.co',
      '4',
      '••••••',
      'M',
      '✓',
    ])
    expect(root.querySelectorAll('.form-field, .form .primary')).toHaveLength(0)
  })

  describe('a file', () => {
    const photo: Item = { type: 'input', field: field('photo', 'file') }
    const URL = '/media/eu/abcdefghij0123456789.png'
    const choose = (file = new File(['x'], 'me.png')) =>
      act(async () => {
        Object.defineProperty(control('PHOTO'), 'files', { value: [file], configurable: true })
        control('PHOTO').dispatchEvent(new Event('change', { bubbles: true }))
        await Promise.resolve()
      })

    test('uploads when chosen, submits its address and shows a link afterwards', async () => {
      const answers = [Promise.reject(new Error('too large')), Promise.resolve(URL)]
      answers[0]?.catch(() => undefined)
      const it = await answer([photo], () => answers.shift() as Promise<string>)
      await choose()
      await expect.poll(faults).toEqual([en.uploadFailed])
      await choose()
      await expect.poll(() => root.querySelector('.uploaded')?.textContent).toContain('me.png')
      await submit()
      expect(it.posted).toEqual([
        { text: 'PHOTO: 📎', submission: { messageId: 'answer', item: 0, values: { photo: URL } } },
      ])
      await it.tell(...nextAnswer)
      const link = root.querySelector('.summary a')
      expect([link?.getAttribute('href'), link?.textContent]).toEqual([URL, 'PHOTO.png'])
    })

    test('shows its progress and blocks the form until it is uploaded', async () => {
      const done = Promise.withResolvers<string>()
      let progress: (part: number) => void = () => undefined
      const it = await answer([photo], (_file, onProgress) => ((progress = onProgress), done.promise))
      await choose()
      await act(() => progress(0.4))
      expect(root.querySelector('progress')?.getAttribute('value')).toBe('0.4')
      expect(root.querySelector('.form .primary')?.getAttribute('aria-disabled')).toBe('true')
      await submit()
      expect(it.posted).toEqual([])
      await act(() => (done.resolve(URL), done.promise))
      await expect.poll(() => root.querySelector('.form .primary')?.getAttribute('aria-disabled')).toBe('false')
      await submit()
      expect(it.posted).toMatchObject([{ submission: { values: { photo: URL } } }])
    })

    test('is not uploaded when it is too large', async () => {
      let asked = 0
      await answer([photo], async () => `${(asked += 1)}`)
      const file = new File(['x'], 'film.pdf')
      Object.defineProperty(file, 'size', { value: 10_000_001 })
      await choose(file)
      expect(faults()).toEqual(['Files can be up to 10 MB.'])
      expect(asked).toBe(0)
    })
  })
})
