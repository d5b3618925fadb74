// The product drawn in markup, so that it is sharp, light, and follows the colour scheme. LAMPS and CLINIC were really had.
import { type Html, html, raw } from './html.ts'
import { icon } from './icons.ts'

export interface Line {
  readonly from: 'visitor' | 'agent'
  readonly text: string
  /** Documents that the answer rests on. */
  readonly sources?: readonly string[]
}

/** A chat as visitors see it. */
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
            <p>${line.text}</p>
            ${line.sources?.map((source) => html`<span class="source">${icon('file', 14)}${source}</span>`)}
          </div>`,
      )}
    </div>
    <div class="chat-foot" aria-hidden="true"><span>Write a message…</span><i>${icon('send', 18)}</i></div>
  </figure>`

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
    { from: 'agent', text: 'Friday, 27 November 2026. What is your e-mail address?' },
  ],
} as const

/** The documents of an agent, as its Knowledge page lists them. */
export const documents = (): Html =>
  html`<div
    class="panel"
    role="img"
    aria-label="Three documents that an agent answers from: a page, a file and a written answer"
  >
    ${(
      [
        ['Opening hours and visits', 'Page · read again every week', 'Ready'],
        ['Shipping and returns.pdf', 'File · 4 pages · 11 passages', 'Ready'],
        ['Can I bring a lamp of another maker?', 'Answer written from a gap', 'Ready'],
        ['Warranty, repair, spare parts', 'Page · 62 %', 'Indexing'],
      ] as const
    ).map(
      ([name, about, state]) =>
        html`<div class="doc">${icon('file', 20)}<div><strong>${name}</strong><span>${about}</span></div><em${state === 'Ready' ? '' : raw(' class="busy"')}>${state}</em></div>`,
    )}
  </div>`

/** Four steps of an agent with the ways between them. */
export const graph = (): Html =>
  html`<div class="panel canvas">
    <svg
      viewBox="0 0 520 300"
      width="520"
      height="300"
      role="img"
      aria-label="Four steps: Welcome leads to Appointment or to Questions, Appointment leads to Read back and confirm"
    >
      <path
        class="way"
        d="M168 150 C 200 150 196 78 228 78 M168 150 C 200 150 196 222 228 222 M372 78 C 388 78 376 78 392 78"
      />
      <path class="tip" d="m222 74 6 4-6 4M222 218l6 4-6 4M386 74l6 4-6 4" />
      <g class="node">
        <rect x="24" y="118" width="144" height="64" rx="10" />
        <text class="name" x="40" y="145">Welcome</text>
        <text x="40" y="166">What do you need?</text>
      </g>
      <g class="node on">
        <rect x="228" y="46" width="144" height="64" rx="10" />
        <text class="name" x="244" y="73">Appointment</text>
        <text x="244" y="94">name, day, e-mail</text>
      </g>
      <g class="node">
        <rect x="228" y="190" width="144" height="64" rx="10" />
        <text class="name" x="244" y="217">Questions</text>
        <text x="244" y="238">from the knowledge</text>
      </g>
      <g class="node">
        <rect x="392" y="46" width="112" height="64" rx="10" />
        <text class="name" x="406" y="73">Confirm</text>
        <text x="406" y="94">reads it back</text>
      </g>
      <text class="when" x="190" y="94">wants a visit</text>
      <text class="when" x="190" y="214">asks something</text>
    </svg>
  </div>`

/** Why an answer was given, as the test panel tells it. */
export const why = (): Html =>
  html`<div
    class="panel why"
    role="img"
    aria-label="What the agent did: it took the day and time, moved to the step that asks for an e-mail address, found nothing it needed in the knowledge, and answered in 0.9 seconds"
  >
    <p class="label">Why this answer</p>
    ${(
      [
        ['Decided', 'The message gives a day and a time.', '849 ms'],
        ['Took values', 'day = 2026-11-27 · time = 15:00', ''],
        ['Step', 'Name, date, time, e-mail', ''],
        ['Knowledge', 'Nothing needed', '1 ms'],
        ['Answered', '578 tokens read, 12 written · 1 credit', '74 ms'],
      ] as const
    ).map(
      ([what, about, time]) =>
        html`<div class="did"><strong>${what}</strong><span>${about}</span><time>${time}</time></div>`,
    )}
  </div>`

/** Tests of an agent before it is published. */
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

/** Code as people copy it. */
export const code = (label: string, text: string): Html =>
  html`<pre class="code" tabindex="0" role="region" aria-label="${label}"><code>${text}</code></pre>`

/** A picture of the running product. */
export const picture = (given: { src: string; alt: string; width: number; height: number }): Html =>
  html`<figure class="shot">
    <img
      src="${given.src}"
      alt="${given.alt}"
      width="${given.width}"
      height="${given.height}"
      loading="lazy"
      decoding="async"
    />
  </figure>`
