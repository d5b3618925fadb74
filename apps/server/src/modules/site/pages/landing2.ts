import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { closing, goTo, hero, matter, points, startFree } from '../parts.ts'
import { process } from '../drawings.ts'
import { file } from '../scenes.ts'

const START = `npm ci && npm start

  Parlance runs at http://localhost:3000
  Sandbox: model, mail (no key needed)`

const ASK = `from openai import OpenAI

client = OpenAI(
    base_url="https://HOST/api/eu/openai/v1",
    api_key="THE AGENT'S SECRET KEY",
)
client.chat.completions.create(
    model="THE AGENT'S ID",
    messages=[
        {"role": "user", "content": "When are you open?"}
    ],
)`

export const landing2: SitePage = {
  path: '/landing2',
  title: 'An agent platform you can run yourself',
  description:
    'Parlance starts with one command and no keys: server, PostgreSQL, dashboard and widget in one process, on your own machine or in your own cloud.',
  body: () =>
    html` ${hero({
      kicker: 'For developers and agencies',
      title: 'An agent platform you can run yourself',
      text: 'One process serves the API, the dashboard and the widget. A database comes along. With no key at all the outside services are simulated, over their real protocols.',
      acts: html`${startFree('Try it here first')}${goTo('/integrations', 'What it connects to')}`,
      scene: html`<div class="pile">${process()}${file('Terminal', 'Commands that start it', START)}</div>`,
    })}
    ${points('Built to be looked after', 'What an operator asks first.', [
      {
        icon: 'shield',
        title: 'Tenants kept apart',
        text: 'Access is data beside every call; one test walks all of them with every kind of caller over two tenants and two regions.',
      },
      {
        icon: 'globe',
        title: 'One region or two',
        text: 'Each has its own database and bucket. PostgreSQL comes along, or name yours by URL.',
      },
      {
        icon: 'plug',
        title: 'Any compatible model',
        text: 'OpenAI, Anthropic, Google, or a server of your own such as Ollama and vLLM by its address.',
      },
      {
        icon: 'check',
        title: 'Nothing acknowledged is lost',
        text: 'A message is stored before it is answered. Turns resume after a lost connection and end cleanly after a crash.',
      },
      {
        icon: 'coins',
        title: 'Money that adds up',
        text: 'Credits are held before an answer and settled after it, in a double-entry ledger that a command checks.',
      },
      {
        icon: 'chart',
        title: 'Made to be watched',
        text: 'Health, readiness, Prometheus metrics and logs with the request id that people were told.',
      },
    ])}
    ${matter({
      title: 'Use the client you have',
      text: 'Each agent answers under the protocol of OpenAI’s API, with its steps, knowledge and tools. Streams follow the AI SDK’s message protocol, so its hooks work as they are.',
      list: [
        'Every call described in OpenAPI, with a line of curl to copy',
        'Agents as JSON files: export, import, versions',
        'Typebot and Flowise exports read in, with a report',
      ],
      scene: file('ask.py', 'An agent asked through the OpenAI client', ASK),
    })}
    ${closing('See it before you install it', 'A free workspace here shows all of it in five minutes.')}`,
}
