import { TEMPLATE_IDS } from '@parlance/core/agents/agents'
import { effectivePrompt, newAgentConfig } from '@parlance/core/agents/draft'
import { templateConfig } from '@parlance/core/agents/templates'
import { systemPrompt } from '@parlance/core/conversations/prompt'
import { describe, expect, test } from 'vitest'
import { answer } from './extract.ts'
import { PHRASES } from './phrases.ts'
import { STEP_PHRASES } from './stepPhrases.ts'
import type { ChatMessage } from './types.ts'

const HOURS = { title: 'Hours', text: 'We are open Monday to Friday from 9:00 to 17:00. Call us at +49 30 123456.' }

/** Every answer of a conversation from the agent's greeting on. */
function talk(id: (typeof TEMPLATE_IDS)[number], ...said: string[]): string[] {
  const { instructions, greeting } = effectivePrompt(newAgentConfig({ title: 'Ada', ...templateConfig(id) }))
  const base = { agentTitle: 'Ada', instructions, searched: true, language: undefined, page: undefined }
  const messages: ChatMessage[] = greeting.map((content) => ({ role: 'assistant', content }))
  return said.map((content) => {
    messages.push({ role: 'user', content })
    const passages = content.includes('open') ? [HOURS] : []
    const system = systemPrompt({ ...base, passages, today: '2026-03-02' })
    const reply = answer([{ role: 'system', content: system }, ...messages])
    messages.push({ role: 'assistant', content: reply })
    return reply
  })
}
const EN = STEP_PHRASES.en
const DE = STEP_PHRASES.de

describe('an appointment', () => {
  test('is asked for one thing at a time, read back and noted', () => {
    expect(
      talk(
        'make-appointment',
        'I would like an appointment',
        'Anna Smith',
        'Friday',
        'at 3 pm',
        'anna@example',
        'anna@example.org',
        'yes',
      ),
    ).toEqual([
      EN.name,
      EN.date,
      EN.time,
      EN.email,
      `${EN.wrongEmail} ${EN.email}`,
      `${EN.readBack}\n- name: Anna Smith\n- date: Friday\n- time: 3 pm\n- e-mail: anna@example.org\n\n${EN.right}`,
      EN.done,
    ])
  })

  test('takes all at once and a correction', () => {
    const [list, changed] = talk('make-appointment', 'Anna, Friday at 3, anna@example.org', 'no, I meant the 5th')
    expect(list).toContain('- name: Anna\n- date: Friday\n- time: 3\n- e-mail: anna@example.org')
    expect(changed).toContain('- date: the 5th\n- time: 3')
  })

  test('answers a question in between and comes back', () => {
    const said = talk('make-appointment', 'Anna Smith', 'When are you open?', 'Monday')
    expect(said).toEqual([EN.date, expect.stringMatching(/^We are open Monday[^]*\n\nWhich day\?$/), EN.time])
  })

  test('in German', () => {
    const said = talk(
      'make-appointment',
      'Ich möchte einen Termin',
      'Anna Schmidt',
      'morgen',
      '15 Uhr',
      'anna@example.org',
      'ja',
    )
    expect(said.slice(0, 4)).toEqual([DE.name, DE.date, DE.time, DE.email])
    expect(said[4]).toContain('- Tag: morgen')
    expect(said[5]).toBe(DE.done)
  })

  test('can be given up', () => {
    expect(talk('make-appointment', 'I would like an appointment', 'never mind')[1]).toBe(EN.left)
  })
})

test('an address is checked, repeated and confirmed', () => {
  expect(talk('confirm-email', 'anna@example', 'why?', 'anna@gmial.com', 'yes', 'yes')).toEqual([
    `${EN.wrongEmail} ${EN.email}`,
    expect.stringContaining(EN.email),
    EN.meant('anna@gmail.com'),
    `anna@gmail.com\n\n${EN.right}`,
    EN.done,
  ])
  expect(talk('confirm-email', 'no')).toEqual([EN.left])
})

test('a property search takes what one message says', () => {
  const said = talk('real-estate-agent', 'I want to rent three rooms in Hamburg', '900 euros', 'yes')
  expect(said[0]).toBe('What is your budget?')
  expect(said[1]).toContain('- area: Hamburg\n- budget: 900 euros\n- rooms: three')
  expect(said[2]).toBe(EN.done)
})

test('a wish in German finds its step', () => {
  expect(talk('real-estate-agent', 'Ich möchte meine Wohnung verkaufen')[0]).toBe(DE.other('Adresse'))
  expect(talk('real-estate-agent', 'Ich will eine Wohnung mieten')[0]).toBe(DE.other('Gegend'))
  expect(talk('make-appointment', 'I want to cancel my appointment', 'Anna', 'a@b.example')[2]).toContain(
    'earlier appointment',
  )
})

test('a practice takes requests and sends emergencies to the emergency number', () => {
  expect(talk('health-care-agent', 'I would like an appointment')[0]).toBe(EN.name)
  expect(talk('health-care-agent', 'I have chest pain')[0]).toBe(PHRASES.en.emergency)
})

test('short replies, people and statements are met sensibly', () => {
  expect(
    talk('blank-template', 'hi', 'yes', 'no', 'three rooms in Hamburg for 400000 euros', 'I want to speak to a human'),
  ).toEqual([PHRASES.en.again, PHRASES.en.ask, PHRASES.en.fine, PHRASES.en.noted, PHRASES.en.noHuman])
  expect(talk('blank-template', 'Can I talk to a person who is open to it?')[0]).toBe('Call us at +49 30 123456.')
})
