import type { SiteContext, SitePage } from '../context.ts'
import { html } from '../html.ts'
import { around } from '../drawings.ts'
import { contactLink, takesMail } from './contact.ts'
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
import { CLINIC, chat, tests } from '../scenes.ts'

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

/** Undefined where nobody would read it. */
const contact = (site: SiteContext) => (takesMail(site) ? goTo(contactLink('agencies'), 'Talk to us') : undefined)

export const agencies: SitePage = {
  path: '/agencies',
  title: 'AI agents under your own brand',
  description:
    'Build AI agents for your clients and give them a dashboard in your name: your logo, your colours, your pages. Try white label free for 14 days.',
  facts: () => [questionFacts(ASKED)],
  body: (site) =>
    html` ${hero({
      kicker: 'For agencies',
      title: 'AI agents under your own brand',
      text: 'You build the agents. Your clients get a dashboard on your domain, in your name, with their chats, leads and numbers in it.',
      acts: html`${startFree('Try it free')}${goTo('/pricing', 'See pricing')}`,
      scene: html`<div class="pile">${around()}${chat(CLINIC)}</div>`,
    })}
    ${points('What your clients see is yours', 'Set it up once, and check it in a live preview while you type.', [
      {
        icon: 'out',
        title: 'Your brand',
        text: 'Logo, name, colours, font and texts on the sign-in page and in the dashboard, in light and dark.',
      },
      {
        icon: 'globe',
        title: 'Your domain and email',
        text: 'Clients sign in at your address, and invitations, codes and notifications come from yours. We check your DNS records and tell you when they break.',
      },
      {
        icon: 'people',
        title: 'An organization for each client',
        text: 'Their agents, their people, and the pages each person can open. Revoke access at any time.',
      },
      {
        icon: 'shield',
        title: 'Sign-in without a password',
        text: 'Clients sign in with a password or a one-time code by email. You can turn passwords off.',
      },
      {
        icon: 'chart',
        title: 'All clients at a glance',
        text: 'Conversations, how many were answered without a human, ratings, last activity, and who needs attention.',
      },
      {
        icon: 'file',
        title: 'Your pages and footer',
        text: 'Add tabs of your own, your copyright line, terms and privacy policy. One switch removes our name.',
      },
      {
        icon: 'coins',
        title: 'Your prices',
        text: 'Set a credit budget for each client, or let them buy credits from you.',
      },
      {
        icon: 'bubble',
        title: 'Feedback that reaches you',
        text: 'Clients write to you from their dashboard. You answer from your own mailbox.',
      },
      {
        icon: 'code',
        title: 'An API for everything',
        text: 'Create organizations, users and agents from your own systems with your agency secret.',
      },
    ])}
    ${order('Ready in ten minutes', [
      ['Name and logo', 'Open Whitelabel › Agency. The preview shows sign-in, dashboard and widget as you edit.'],
      ['First client', 'Create an organization, add an agent to it and invite its people by email.'],
      ['Hand over', 'They sign in on your page and see their own agent: chats, leads and analytics.'],
    ])}
    ${matter({
      title: 'Build once, look after many',
      text: 'Keep one master agent and give every client a copy. When you improve the master, review the differences and push them to all copies at once.',
      list: [
        'What you changed for one client stays',
        'Goes to a few clients first, and stops if a required test fails there',
        'Roll a push back in under a minute',
        'Import agents from Typebot and Flowise',
        'Tests that must pass before an agent is published',
        'Hand-off to your client’s team, with their own inbox',
      ],
      scene: tests(),
    })}
    ${questions(ASKED)}
    ${closing('Try it with your first client', 'Start free, and add white label when you need it.', contact(site))}`,
}
