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
import { chat, CLINIC, documents, LAMPS, picture, pinned, tests, why } from '../scenes.ts'

const QUESTIONS: readonly Question[] = [
  [
    'Do I need an API key?',
    'Not to start. Without one, the demo model answers by quoting your content, and the dashboard says so. Add a key from OpenAI, Anthropic, Google or a compatible server and the same agent uses that model.',
  ],
  [
    'What does an answer cost?',
    'One credit with your own key or the demo model. With our key, it costs the provider’s list price for the tokens times 1.3. Every answer appears in your credit log.',
  ],
  [
    'What happens when the agent doesn’t know?',
    'It says so and can hand off to your team. Similar questions are grouped under Gaps. Write the answer once and your agent knows it from then on.',
  ],
  [
    'Where is my data?',
    'In the region you choose for your workspace: Europe or North America. Agents, knowledge, conversations and files stay there. Only your sign-in is shared between regions.',
  ],
  [
    'Can I export my agent?',
    'Yes. Export any agent as a JSON file and import it again. You can also import from Typebot and Flowise, with a report of what carried over.',
  ],
]

const POINTS: readonly Point[] = [
  {
    icon: 'bubble',
    title: 'A widget that stays out of the way',
    text: '2 KB until your page has loaded. The chat runs in its own frame and never shifts your layout.',
  },
  {
    icon: 'people',
    title: 'Live conversations',
    text: 'Follow every conversation as it happens, search them and see ratings.',
  },
  {
    icon: 'chart',
    title: 'Analytics without trackers',
    text: 'Loads, opens, chats, messages and hand-offs per day. Visitors’ IP addresses aren’t stored.',
  },
  {
    icon: 'code',
    title: 'An API for everything',
    text: 'Everything you see runs on a documented API. Every agent also works as an OpenAI-compatible model.',
  },
  {
    icon: 'coins',
    title: 'Transparent credits',
    text: 'See what every answer, page and document cost.',
  },
  {
    icon: 'shield',
    title: 'Data residency',
    text: 'Europe or North America. Your data stays in the region you choose.',
  },
]

const matters = () => html`
  ${matter({
    title: 'Answers with sources',
    text: 'Your documents are indexed by section and searched by keyword and meaning. Every answer links to its sources.',
    list: [
      'Text, Q&A, files, pages, sitemaps and entire websites',
      'Pages refresh on a schedule',
      'Unanswered questions and contradictions are listed for you to fix',
    ],
    scene: documents(),
  })}
  ${matter({
    title: 'One prompt, or step by step',
    text: 'Write plain instructions, or guide visitors through steps: collect details, branch, call your systems and hand off to a human. Edit them as text or on a canvas.',
    list: [
      'Understands and validates dates, times, emails and numbers',
      'Picks up details visitors give early or correct later',
      'Connects to HTTP tools and MCP servers; secrets never enter a prompt',
    ],
    scene: graph(),
    turned: true,
  })}
  ${matter({
    title: 'See why it answered',
    text: 'Every answer keeps a trace: decisions, variables, chunks, tool results, cost and time.',
    scene: why(),
  })}
  ${matter({
    title: 'Test before you publish',
    text: 'Save the conversations your agent has to get right. They run on your draft and on the live version, and can block publishing when one fails.',
    list: ['Compare and restore the last 20 versions', 'Visitors never see a draft'],
    scene: tests(),
    turned: true,
  })}
`

const forAgencies = () =>
  matter({
    title: 'Run an agency? Put your name on it',
    text: 'Build agents for your clients and hand them over on your own domain, with your logo, your emails and your prices.',
    list: [
      'Each client signs in and sees only their own agents',
      'Improve one agent, then roll the change out to every client’s copy',
      'White label free for 14 days',
    ],
    act: goTo('/agencies', 'See Parlance for agencies'),
    scene: chat(CLINIC),
  })

export const home: SitePage = {
  path: '/',
  title: 'Parlance: AI agents that know your business',
  description:
    'Build an AI agent from your website and documents. Test it as you edit, see why it answered, and add it to your site with one line of code.',
  facts: (site) => [product(site), questionFacts(QUESTIONS)],
  body: (site) =>
    html` ${hero({
        title: 'AI agents that know your business',
        text: 'Train an agent on your website and documents, test it as you edit, and add it to your site with one line of code. Every answer shows its sources.',
        acts: html`${startFree()}${goTo('/demo', 'See a conversation')}`,
        scene: pinned(chat(LAMPS), 'Why this answer', ['Shipping and returns', '1 credit']),
      })}
      ${order('Live in four steps', [
        ['Name it', 'Pick one of seven templates, from customer support to appointments, or start from scratch.'],
        ['Teach it', 'Drop a PDF, paste text, or enter a page or a whole website.'],
        ['Try it', 'Chat with your draft while you edit. “Why?” shows the steps, chunks and cost of an answer.'],
        ['Publish it', 'Add one line of code. Nothing changes for visitors until you publish.'],
      ])}
      ${matters()}
      <section class="wrap part">
        <div class="intro">
          <h2>Edit and test side by side</h2>
          <p>The real product, running on the demo model.</p>
        </div>
        ${picture({ src: site.file('studio.webp'), dark: site.file('studio-dark.webp'), alt: 'The editor of an agent with its steps, and beside it the test panel with an appointment being made', width: 1280, height: 890 })}
      </section>
      ${points('Everything else you need', '', POINTS)} ${forAgencies()} ${questions(QUESTIONS)}
      ${closing('Build your first agent today', 'Free plan with 1,000 credits a month. No credit card.')}`,
}
