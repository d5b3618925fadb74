// Product scenes in HTML, which follow the colour scheme. LAMPS and CLINIC are real conversations.
import { type Html, html, raw } from './html.ts'
import { icon } from './icons.ts'

export interface Line {
  readonly from: 'visitor' | 'agent'
  readonly text: string
  readonly sources?: readonly string[]
  readonly options?: readonly string[]
  /** Duration of a voice note; the text is its transcript. */
  readonly voice?: string
}

export const chat = (given: { name: string; about: string; lines: readonly Line[] }): Html =>
  html`<figure class="chat" aria-label="A conversation with ${given.name}">
    <div class="chat-head">
      <span class="face" aria-hidden="true">${given.name.slice(0, 1)}</span>
      <div><strong>${given.name}</strong><span>${given.about}</span></div>
    </div>
    <div class="chat-body">
      ${given.lines.map(
        (line) =>
          html`<div class="line ${line.from}">
            <span class="unseen">${line.from === 'visitor' ? 'Visitor' : given.name}: </span>
            ${line.voice ? voiceNote(line.text, line.voice) : html`<p>${line.text}</p>`}
            ${
              line.options
                ? html`<ul class="options">
                    ${line.options.map((one) => html`<li>${one}</li>`)}
                  </ul>`
                : ''
            }
            ${line.sources?.map((source) => html`<span class="source">${icon('file', 14)}${source}</span>`)}
          </div>`,
      )}
    </div>
    <div class="chat-foot" aria-hidden="true"><span>Write a message…</span><i>${icon('send', 18)}</i></div>
  </figure>`

/** Bar heights of a waveform, in half pixels. */
const LOUDNESS = [4, 7, 12, 18, 10, 14, 22, 16, 8, 5, 11, 19, 24, 15, 9, 13, 20, 12, 6, 10, 16, 8, 4, 6, 12, 7, 4]
const waves = (strokes: number) =>
  LOUDNESS.slice(0, strokes)
    .map((height, at) => `M${at * 5 + 2} ${14 - height / 2}v${height}`)
    .join('')

const voiceNote = (text: string, length: string): Html => {
  const strokes = Math.min(LOUDNESS.length, text.length)
  return html`<p class="note">
      <span class="unseen">Voice note of ${length}: </span>
      <svg width="${strokes * 5}" height="28" aria-hidden="true"><path d="${waves(strokes)}" /></svg>
      <time aria-hidden="true">${length}</time>
    </p>
    <span class="source">${icon('mic', 14)}“${text}”</span>`
}

export const LAMPS = {
  name: 'Lumen helper',
  about: 'Answers about lamps, repairs and visits',
  lines: [
    { from: 'agent', text: 'Hi! I can help with orders, products and your account. What do you need?' },
    { from: 'visitor', text: 'Can I visit you on Saturday?' },
    {
      from: 'agent',
      text: 'The Lumen lamp workshop is open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00.',
      sources: ['Opening hours and visits'],
    },
    { from: 'visitor', text: 'How many days do I have to return a lamp?' },
    {
      from: 'agent',
      text: 'You can return any lamp within 30 days for a full refund, as long as it is unused.',
      sources: ['Shipping and returns'],
    },
  ],
} as const

export const CLINIC = {
  name: 'Clinic desk',
  about: 'Takes appointment requests',
  lines: [
    { from: 'agent', text: "Hello! I'll help you make an appointment. May I have your name?" },
    { from: 'visitor', text: 'I need an appointment, I am Anna' },
    { from: 'agent', text: 'Which day?' },
    { from: 'visitor', text: 'next Friday at 15:00' },
    { from: 'agent', text: 'Friday, 27 November 2026. What is your email address?' },
  ],
} as const

export const documents = (): Html =>
  html`<div
    class="panel"
    role="img"
    aria-label="Three documents that an agent answers from: a page, a file and a written answer"
  >
    ${(
      [
        ['Opening hours and visits', 'Page · read again every week', 'Ready'],
        ['Shipping and returns.pdf', 'File · 4 pages · 11 chunks', 'Ready'],
        ['Can I bring a lamp of another maker?', 'Answer written from a gap', 'Ready'],
        ['Warranty, repair, spare parts', 'Page · 62 %', 'Indexing'],
      ] as const
    ).map(
      ([name, about, state]) =>
        html`<div class="doc">${icon('file', 20)}<div><strong>${name}</strong><span>${about}</span></div><em${state === 'Ready' ? '' : raw(' class="busy"')}>${state}</em></div>`,
    )}
  </div>`

export const why = (): Html =>
  html`<div
    class="panel why"
    role="img"
    aria-label="What the agent did: it took the day and time, moved to the step that asks for an email address, found nothing it needed in the knowledge, and answered in 0.9 seconds"
  >
    <p class="label">Why this answer</p>
    ${(
      [
        ['Decided', 'The message gives a day and a time.', '849 ms'],
        ['Took values', 'day = 2026-11-27 · time = 15:00', ''],
        ['Step', 'Name, date, time, email', ''],
        ['Knowledge', 'Nothing needed', '1 ms'],
        ['Answered', '578 tokens read, 12 written · 1 credit', '74 ms'],
      ] as const
    ).map(
      ([what, about, time]) =>
        html`<div class="did"><strong>${what}</strong><span>${about}</span><time>${time}</time></div>`,
    )}
  </div>`

export const tests = (): Html =>
  html`<div
    class="panel"
    role="img"
    aria-label="Three tests: two pass on the draft, one got worse than on the published copy"
  >
    ${(
      [
        ['Opening hours', 'Contains “10:00 to 14:00”', 'Passed'],
        ['Books a visit', 'Reaches the step Read back and confirm', 'Passed'],
        ['Refuses medical advice', 'Got worse than what is published', 'Failed'],
      ] as const
    ).map(
      ([name, about, state]) =>
        html`<div class="doc">
          ${icon('flask', 20)}
          <div><strong>${name}</strong><span>${about}</span></div>
          <em class="${state.toLowerCase()}">${state}</em>
        </div>`,
    )}
  </div>`

export const file = (name: string, label: string, text: string): Html =>
  html`<figure class="panel file">
    <figcaption>${icon('file', 16)}${name}</figcaption>
    ${code(label, text)}
  </figure>`

export const code = (label: string, text: string): Html =>
  html`<pre class="code" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

interface Picture {
  readonly src: string
  /** Variant for dark mode; without it one picture serves both. */
  readonly dark?: string
  readonly alt: string
  readonly width: number
  readonly height: number
}
const image = ({ src, alt, width, height }: Picture, by: string): Html =>
  html`<img ${raw(by)} src="${src}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async" />`

/** A screenshot. Browsers only load the variant they show. */
export const picture = (given: Picture): Html =>
  html`<figure class="shot">
    ${
      given.dark === undefined
        ? image(given, '')
        : html`${image(given, 'class="by-day"')}${image({ ...given, src: given.dark }, 'class="by-night"')}`
    }
  </figure>`

export const pinned = (scene: Html, title: string, facts: readonly string[]): Html =>
  html`<div class="pinned">
    ${scene}
    <div class="pin" aria-hidden="true">
      <strong>${icon('why', 16)}${title}</strong>${facts.map((fact) => html`<span>${fact}</span>`)}
    </div>
  </div>`
