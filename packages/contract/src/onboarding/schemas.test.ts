import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '../accounts/languages.ts'
import { AgentPatch } from '../agents/schemas.ts'
import { changesFor, firstAgent, firstTitle, Onboarding, templateFor, usable, USE_CASES } from './schemas.ts'
import { factsOf, hexOfCss, siteAddress, siteAddresses } from './site.ts'
import { msg } from '@parlance/i18n/messages'

test.each([
  ['lumen.example', 'https://lumen.example/'],
  [' HTTP://Lumen.example/shop#top ', 'http://lumen.example/shop'],
  ['127.0.0.1:8080', 'https://127.0.0.1:8080/'],
  ['', undefined],
  ['two words.example', undefined],
  ['localhost', undefined],
  ['ftp://lumen.example', undefined],
  ['javascript://lumen.example/%0aalert(1)', undefined],
  ['https://me:secret@lumen.example', undefined],
  [`https://lumen.example/${'a'.repeat(2000)}`, undefined],
])('the address of %j is %j', (typed, expected) => expect(siteAddress(typed)).toBe(expected))

test.each([
  ['shop.example', ['https://shop.example/', 'http://shop.example/']],
  [' localhost:4791/a ', ['https://localhost:4791/a', 'http://localhost:4791/a']],
  ['https://shop.example', ['https://shop.example/']],
  ['HTTP://shop.example', ['http://shop.example/']],
  ['two words', []],
])('for %j tries the addresses %j', (typed, expected) => expect(siteAddresses(typed)).toEqual(expected))

const head = (title: string, metas: Record<string, string> = {}) =>
  factsOf(
    { title, metas: Object.entries(metas).map(([name, content]) => ({ name, content })) },
    'https://www.lumen.example/',
  )

describe("reading a site's front page", () => {
  test.each([
    ['Lumen | Lamps and shades', 'Lumen'],
    ['Lamps and shades – Lumen', 'Lumen'],
    ['Home: lamps', 'Home'],
    ['Coffee-to-go', 'Coffee-to-go'],
    ['  ', ''],
    ['\u0000\u202e| ', ''],
    ['www.lumen.example', ''],
    ['http://127.0.0.1:8080/', ''],
    ['localhost', ''],
    ['Booking.example', 'Booking.example'],
  ])('the title %j gives the name %j', (title, name) => expect(head(title).name).toBe(name))

  test("prefers the page's own name and description", () => {
    const metas = {
      'og:site_name': 'Lumen Workshop',
      description: ' Lamps,\n made by hand. ',
      'og:description': 'Other',
      'theme-color': '#0AF',
    }
    expect(head('Home', metas)).toMatchObject({
      name: 'Lumen Workshop',
      description: 'Lamps, made by hand.',
      color: '#00aaff',
    })
  })

  test('returns one short line without split characters for any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ maxLength: 900 }), (title, text) => {
        const facts = head(title, { description: text, 'theme-color': text })
        expect(facts.name.length).toBeLessThanOrEqual(60)
        expect(facts.description.length).toBeLessThanOrEqual(300)
        expect(facts.name + facts.description).not.toMatch(/[\p{Cc}\n]/u)
        expect(facts.color).toMatch(/^(#[0-9a-f]{6})?$/)
      }),
    )
  })
})

test.each([
  ['#ABCDEF', '#abcdef'],
  ['#abc', '#aabbcc'],
  ['#11223344', '#112233'],
  ['rgb(0, 128, 255)', '#0080ff'],
  ['rgba(1 2 3 / 50%)', '#010203'],
  ['rgb(0,0,256)', ''],
  ['url(javascript:1)', ''],
  ['red', ''],
])('the colour %s is %j', (css, hex) => expect(hexOfCss(css)).toBe(hex))

describe('the first agent', () => {
  const site = { url: 'https://lumen.example/', name: 'Lumen', description: 'Lamps.', color: '#7340e0' }

  test('has a template for every answer and for none', () => {
    expect(USE_CASES.map(templateFor)).toEqual([
      'customer-support',
      'customer-support',
      'make-appointment',
      'blank-template',
    ])
    expect(templateFor(undefined)).toBe('blank-template')
  })

  test('takes its name, colour and greeting from the site', () => {
    const agent = firstAgent({ useCase: 'sales' }, site)
    expect(agent).toMatchObject({ title: 'Lumen', description: 'Lamps.', color: '#7340e0' })
    expect(agent.greeting).toContain('Lumen')
    const changes = changesFor(agent, 'u1')
    expect(AgentPatch.parse(changes)).toMatchObject({ theme: 'custom-light', vg_initMessages: [agent.greeting] })
  })

  test('uses a chosen template; without a site changes only its description', () => {
    const agent = firstAgent({ useCase: 'support', template: 'game-npc' }, undefined, msg('site_timeout'))
    expect(agent).toMatchObject({
      template: 'game-npc',
      title: 'My first agent',
      greeting: '',
      note: 'The site didn’t answer in time.',
    })
    expect(Object.keys(changesFor(agent, 'u1'))).toEqual(['description'])
  })

  test.each(LANGUAGES)('speaks %s when set to', (lang) => {
    for (const useCase of USE_CASES) {
      const [own, english] = [firstAgent({ useCase, lang }, site), firstAgent({ useCase }, site)]
      expect(own.greeting).toContain('Lumen')
      expect(own.greeting === english.greeting).toBe(lang === 'en')
    }
    expect(firstAgent({ lang }, undefined).title).toBe(firstTitle(lang))
    expect(firstTitle(lang) === 'My first agent').toBe(lang === 'en')
  })

  test.each([
    ['#ffffff', false],
    ['#000000', false],
    ['#2563eb', true],
    ['', false],
  ])('the colour %j is used: %j', (color, is) => expect(usable(color)).toBe(is))

  test('reads any stored value', () => {
    expect(Onboarding.parse({ useCase: 'x', template: 4, note: null })).toEqual(Onboarding.parse({}))
  })
})
