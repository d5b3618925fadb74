import { expect, test } from 'vitest'
import { newTemplateBody, placesOf, TemplateComponent, templateRequest } from './templates.ts'

const component = (given: object) => TemplateComponent.parse(given)
const COMPONENTS = [
  component({ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}' }),
  component({ type: 'BODY', text: 'Hello {{first_name}}, it is {{ state }}.' }),
  component({ type: 'FOOTER', text: 'Lumen Shop' }),
  component({
    type: 'BUTTONS',
    buttons: [
      { type: 'QUICK_REPLY', text: 'Thanks' },
      { type: 'URL', text: 'Shop', url: 'https://shop.example' },
      { type: 'URL', text: 'Track', url: 'https://shop.example/track/{{1}}' },
      { type: 'COPY_CODE', text: 'Copy code' },
    ],
  }),
]

test('sends every part of a template that a message fills in', () => {
  const places = placesOf(COMPONENTS)
  expect(places.map(({ part, name }) => `${part} ${name}`)).toEqual([
    'HEADER 1',
    'BODY first_name',
    'BODY state',
    'BUTTON Track',
    'CODE Copy code',
  ])
  const filled = places.map((place, index) => ({ ...place, value: `v${index}` }))
  const { body } = templateRequest({ thread: '4917', isGroup: false }, { name: 'order', language: 'en', filled })
  expect(body.template).toEqual({
    name: 'order',
    language: { code: 'en' },
    components: [
      { type: 'header', parameters: [{ type: 'text', text: 'v0' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'v1', parameter_name: 'first_name' },
          { type: 'text', text: 'v2', parameter_name: 'state' },
        ],
      },
      { type: 'button', sub_type: 'url', index: '2', parameters: [{ type: 'text', text: 'v3' }] },
      { type: 'button', sub_type: 'copy_code', index: '3', parameters: [{ type: 'coupon_code', coupon_code: 'v4' }] },
    ],
  })
})

test('sends the place above a template', () => {
  const places = placesOf([
    component({ type: 'HEADER', format: 'LOCATION' }),
    component({ type: 'BODY', text: 'Here' }),
  ])
  const values = ['52.5', '13.4', 'Shop', 'Main street 1']
  const filled = places.map((place, index) => ({ ...place, value: values[index] ?? '' }))
  const { body } = templateRequest({ thread: '4917', isGroup: false }, { name: 'place', language: 'en', filled })
  const location = { latitude: '52.5', longitude: '13.4', name: 'Shop', address: 'Main street 1' }
  expect(body.template).toMatchObject({
    components: [{ type: 'header', parameters: [{ type: 'location', location }] }],
  })
})

test('gives Meta an example for everything that changes', () => {
  const { components } = newTemplateBody(
    {
      name: 'order',
      language: 'en',
      category: 'UTILITY',
      bodyText: 'Order {{1}} is ready.',
      examples: ['4711'],
      header: { format: 'TEXT', text: 'Order {{1}}' },
      buttons: [{ type: 'URL', text: 'Track', url: 'https://shop.example/{{1}}' }],
    },
    '',
  )
  expect(components).toMatchObject([
    { type: 'HEADER', example: { header_text: ['Example 1'] } },
    { type: 'BODY', example: { body_text: [['4711']] } },
    { type: 'BUTTONS', buttons: [{ type: 'URL', example: ['https://shop.example/example'] }] },
  ])
})
