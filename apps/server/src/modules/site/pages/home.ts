import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { product } from '../layout.ts'
import {
  closing,
  goTo,
  hero,
  matter,
  order,
  type Point,
  points,
  type Question,
  questionFacts,
  questions,
  startFree,
} from '../parts.ts'
import { graph } from '../drawings.ts'
import { chat, documents, LAMPS, picture, pinned, tests, why } from '../scenes.ts'

const QUESTIONS: readonly Question[] = [
  [
    'Do I need a key of a model provider?',
    'Not to begin. Without one the demo model answers: it finds the fitting passage in what you taught the agent and says it, and the screens say «sandbox» wherever that is so. With your own key of OpenAI, Anthropic, Google or a compatible server the same agent is answered by that model.',
  ],
  [
    'What does an answer cost?',
    'One credit on your own key or on the demo model. On a key of this installation it costs the list price of the tokens times 1.3. Every answer has its entry in the credit log.',
  ],
  [
    'What happens when the agent does not know?',
    'It says so and can offer to pass the question on to a person. The question is kept under Gaps, together with others that ask the same, until somebody writes the answer. From then on it is part of the knowledge.',
  ],
  [
    'Where is my data?',
    'In the region that a workspace was made in, eu or na. Agents, knowledge, conversations and files stay in that data store; only the account you sign in with is shared.',
  ],
  [
    'Can I take an agent with me?',
    'Yes. An agent is one JSON file to download and to read in again. Exports of Typebot and Flowise are read too, with a report of what was kept and what was not.',
  ],
]

const POINTS: readonly Point[] = [
  {
    icon: 'bubble',
    title: 'A widget that stays out of the way',
    text: 'Two kilobytes until your page is at rest, a chat in a frame of its own, nothing that moves your page.',
  },
  {
    icon: 'people',
    title: 'Chats as they happen',
    text: 'Read every conversation live, search them, and see ratings.',
  },
  {
    icon: 'chart',
    title: 'Analytics without trackers',
    text: 'Loads, opens, chats, messages and handoffs by day; no visitor addresses are stored.',
  },
  {
    icon: 'code',
    title: 'An API for each call',
    text: 'Every screen stands on documented calls. Each agent also speaks the protocol of OpenAI’s API.',
  },
  {
    icon: 'coins',
    title: 'Receipts for credits',
    text: 'A ledger that only grows: each answer, page and document has its entry.',
  },
  {
    icon: 'shield',
    title: 'Two regions',
    text: 'Europe or North America. What a workspace owns lives in one of them alone.',
  },
]

const matters = () => html`
  ${matter({
    title: 'Knowledge that shows its sources',
    text: 'Documents are cut along their headings and searched by words and by meaning at once. Each answer names the documents it rests on.',
    list: [
      'Texts, questions with answers, files, pages, sitemaps and whole sites',
      'Pages are read again on a schedule, with what changed',
      'Unanswered questions and passages that contradict each other become work items',
    ],
    scene: documents(),
  })}
  ${matter({
    title: 'One prompt, or a graph of steps',
    text: 'Write plain instructions, or lead visitors through steps: ask for what is missing, branch, call your systems, hand over to a person. The same graph is edited as text and as a drawing.',
    list: [
      'Dates, times, e-mail addresses and numbers are understood and checked',
      'What visitors say early or correct later is caught anywhere',
      'Your own HTTP tools and MCP servers, with secrets that never enter a prompt',
    ],
    scene: graph(),
    turned: true,
  })}
  ${matter({
    title: 'No guessing why',
    text: 'Every answer keeps its trace: what was decided, which values were taken, which passages were read, what a tool answered, what it cost and how long it took.',
    scene: why(),
  })}
  ${matter({
    title: 'Tests that stand before Publish',
    text: 'Write down conversations that the agent has to get right. They run on the draft and on what is published, and Publish can be held back while something got worse.',
    list: ['Twenty earlier versions, with what changed, to go back to', 'A draft is never seen by visitors'],
    scene: tests(),
    turned: true,
  })}
`

export const home: SitePage = {
  path: '/',
  title: 'Parlance: AI agents that answer from what you know',
  description:
    'Build an AI agent from your texts, files and pages. Test it beside the editor, see why it answered, and put it on your website with one line.',
  facts: (site) => [product(site), questionFacts(QUESTIONS)],
  body: (site) =>
    html` ${hero({
        title: 'Agents that answer from what you know',
        text: 'Give an agent your texts, files and pages. Try it beside the editor, see why it said what it said, and put it on your website with one line.',
        acts: html`${startFree()}${goTo('/demo', 'Read a conversation')}`,
        scene: pinned(chat(LAMPS), 'Why this answer', ['Shipping and returns', '1 credit']),
      })}
      ${order('From nothing to a working agent', [
        ['Name it', 'Begin with one of seven templates, from customer support to appointments, or with an empty page.'],
        ['Teach it', 'Drop a PDF, paste a text, or name a page or a whole site. Answers carry their sources.'],
        ['Try it', 'Talk to the draft beside the editor. Why? shows the steps, the passages and the cost.'],
        ['Publish it', 'Copy one script tag. Visitors notice nothing until you press Publish.'],
      ])}
      ${matters()}
      <section class="wrap part">
        <div class="intro">
          <h2>The editor and the talk side by side</h2>
          <p>This is the running product with its demo model, not a drawing.</p>
        </div>
        ${picture({ src: site.file('studio.webp'), dark: site.file('studio-dark.webp'), alt: 'The editor of an agent with its steps, and beside it the test panel with an appointment being made', width: 1280, height: 890 })}
      </section>
      ${points('What else is in it', '', POINTS)} ${questions(QUESTIONS)}
      ${closing('Make your first agent today', 'The free plan has 1,000 credits a month and asks for no card.')}`,
}
