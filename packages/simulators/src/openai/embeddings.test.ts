import { describe, expect, test } from 'vitest'
import { embed, embeddingsBody } from './embeddings.ts'

const TEXTS = {
  hours: 'We are open Monday to Friday from 9 to 17.',
  price: 'The basic plan costs 10 dollars per month.',
  refund: 'Customers can request a refund within 30 days.',
  cancel: 'To terminate your subscription open the billing page.',
  phone: 'Our telephone line is staffed by friendly people.',
  address: 'Our office is located at 5 High Street in Leeds.',
  shipping: 'Parcels are delivered within three working days.',
  password: 'Choose a new password with the link we send you.',
  parking: 'Guests leave their car in the garage under the house, parking is free.',
  pets: 'Dogs and cats are welcome in every room.',
  invoice: 'Invoices are paid by credit card or bank transfer.',
  guarantee: 'Every machine has a guarantee of two years.',
  bread: 'Our sourdough bread is baked with organic flour.',
}

const ROWS: [string, keyof typeof TEXTS][] = [
  ['What are your opening hours?', 'hours'],
  ['Wann habt ihr geöffnet?', 'hours'],
  ['How expensive is the basic plan, what is the fee?', 'price'],
  ['I want my money back', 'refund'],
  ['Can I return what I bought?', 'refund'],
  ['How do I cancel?', 'cancel'],
  ['kündigen', 'cancel'],
  ['Can I call you?', 'phone'],
  ['Where are you situated?', 'address'],
  ['How long does shipping take?', 'shipping'],
  ['When will my package be dispatched?', 'shipping'],
  ['I forgot my passcode', 'password'],
  ['Is there somewhere to park?', 'parking'],
  ['May I bring my dog?', 'pets'],
  ['Which payment cards do you take?', 'invoice'],
  ['How long is the warranty?', 'guarantee'],
  ['organic sourdoughs', 'bread'],
]

function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
}

describe.each([256, 1536, 3072])('returns vectors with %i dimensions', (dimensions) => {
  const known = Object.entries(TEXTS).map(([name, text]) => ({ name, vector: embed(text, dimensions) }))
  test.each(ROWS)('finds «%s» nearest to %s', (question, expected) => {
    const asked = embed(question, dimensions)
    const ranked = known
      .map(({ name, vector }) => ({ name, near: cosine(asked, vector) }))
      .sort((a, b) => b.near - a.near)
    expect(ranked[0]?.name).toBe(expected)
  })
})

test.each(['Hello world', '', '!!!', '🙂', 'a', 'x'.repeat(10_000), '東京', '\ud800'])(
  '%j gives the same unit vector each time',
  (text) => {
    const vector = embed(text, 64)
    expect(embed(text, 64)).toEqual(vector)
    expect(cosine(vector, vector)).toBeCloseTo(1, 5)
  },
)

test('returns the same numbers in base64 as in float', () => {
  const request = { model: 'text-embedding-3-small', input: ['one', 'two words'], dimensions: 8 }
  const read = (body: object): { embedding: number[] | string; index: number }[] =>
    JSON.parse(JSON.stringify(body)).data
  const floats = read(embeddingsBody(request, 1536))
  const packed = read(embeddingsBody({ ...request, encoding_format: 'base64' }, 1536))
  const unpacked = packed.map(({ embedding }) => {
    const bytes = Buffer.from(String(embedding), 'base64')
    return Array.from({ length: 8 }, (_, at) => bytes.readFloatLE(at * 4))
  })
  expect(unpacked).toEqual(floats.map(({ embedding }) => embedding))
  expect(floats.map(({ index }) => index)).toEqual([0, 1])
})
