import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { around } from '../drawings.ts'
import {
  closing,
  goTo,
  hero,
  matter,
  order,
  points,
  type Question,
  questionFacts,
  questions,
  startFree,
} from '../parts.ts'
import { CLINIC, chat } from '../scenes.ts'

const ASKED: readonly Question[] = [
  [
    'Is there a trial?',
    'Yes: 14 days, once for each owner. When it ends, nothing is deleted, and your settings stay where they are.',
  ],
  [
    'Do I need the white-label add-on to have clients?',
    'No. Organizations and client users come with every plan, up to its number of client seats. White label puts your own address and emails in front of them.',
  ],
  [
    'Can a client see another client’s data?',
    'No. Client users see only the agents of their organization, and only the pages you gave them. The server checks every call.',
  ],
]

export const agencies: SitePage = {
  path: '/agencies',
  title: 'AI agents under your own brand',
  description:
    'Build AI agents for your clients and give them a dashboard in your name: your logo, your colors, your pages. Try white label free for 14 days.',
  facts: () => [questionFacts(ASKED)],
  body: () =>
    html` ${hero({
      kicker: 'For agencies',
      title: 'AI agents under your own brand',
      text: 'You build the agents. Your clients get a dashboard that carries your name, with their chats, leads and figures in it.',
      acts: html`${startFree('Try it free')}${goTo('/pricing', 'See pricing')}`,
      scene: html`<div class="pile">${around()}${chat(CLINIC)}</div>`,
    })}
    ${points('What your clients see is yours', 'Set it up once, and check it in a live preview while you type.', [
      {
        icon: 'out',
        title: 'Your brand',
        text: 'Logo, name, colors, font and texts on the sign-in page and in the dashboard, in light and dark.',
      },
      {
        icon: 'people',
        title: 'An organization for each client',
        text: 'Its agents, its people, and the pages each of them may open. Close access at any time.',
      },
      {
        icon: 'shield',
        title: 'Sign-in without a password',
        text: 'Clients sign in with a password or a code from their email, or with the code alone.',
      },
      {
        icon: 'chart',
        title: 'All clients at a glance',
        text: 'Conversations, the share answered without a human, ratings and last activity, and who needs attention.',
      },
      {
        icon: 'file',
        title: 'Your footer',
        text: 'Your copyright line, terms and privacy pages. Our name disappears with one switch.',
      },
      {
        icon: 'code',
        title: 'An API for it all',
        text: 'Create organizations, users and agents from your own systems with the secret of your agency.',
      },
    ])}
    ${order('Ready in ten minutes', [
      ['Name and logo', 'Open Whitelabel › Agency. The preview shows sign-in, dashboard and widget as you edit.'],
      ['First client', 'Create an organization, add an agent to it and invite its people by email.'],
      ['Hand over', 'They sign in on your page and see their own agent: chats, leads and analytics.'],
    ])}
    ${matter({
      title: 'Build once, look after many',
      text: 'All agents live in your workspace, so you keep knowledge, tools and tests in one place while every client sees only theirs.',
      list: [
        'Import agents from Typebot and Flowise',
        'Tests that must pass before an agent is published',
        'Hand-off to your client’s team, with their own inbox',
      ],
      scene: chat(CLINIC),
    })}
    ${questions(ASKED)} ${closing('Try it with your first client', 'Start free, and add white label when you need it.')}`,
}
