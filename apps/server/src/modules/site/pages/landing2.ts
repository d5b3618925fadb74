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
  title: 'The agent platform you can self-host',
  description:
    'Start Parlance with one command and no keys: server, PostgreSQL, dashboard and widget in one process, on your machine or in your cloud.',
  body: () =>
    html` ${hero({
      kicker: 'For developers and agencies',
      title: 'The agent platform you can self-host',
      text: 'One process serves the API, dashboard and widget, and PostgreSQL is included. Without any keys, outside services run in a sandbox.',
      acts: html`${startFree('Try it free')}${goTo('/integrations', 'See integrations')}`,
      scene: html`<div class="pile">${process()}${file('Terminal', 'Start it with one command', START)}</div>`,
    })}
    ${points('Ready for production', 'Answers to what you’ll ask first.', [
      {
        icon: 'shield',
        title: 'Tenant isolation',
        text: 'Every API call declares who may use it, and one test checks all of them across tenants, roles and regions.',
      },
      {
        icon: 'globe',
        title: 'One region or two',
        text: 'Each has its own database and file storage. Use the included PostgreSQL or your own.',
      },
      {
        icon: 'plug',
        title: 'Any compatible model',
        text: 'OpenAI, Anthropic, Google, or your own server such as Ollama or vLLM.',
      },
      {
        icon: 'check',
        title: 'No lost messages',
        text: 'Every message is stored before it’s answered. Answers resume after a lost connection.',
      },
      {
        icon: 'coins',
        title: 'Credits that add up',
        text: 'Credits are held before an answer and settled after it, in a double-entry ledger you can verify.',
      },
      {
        icon: 'chart',
        title: 'Observability',
        text: 'Health checks, Prometheus metrics, and logs with the request ID that users see.',
      },
    ])}
    ${matter({
      title: 'Use the client you already have',
      text: 'Every agent is an OpenAI-compatible model, with its steps, knowledge and tools. Streams follow the AI SDK’s message protocol, so its hooks work unchanged.',
      list: [
        'OpenAPI for every call, with curl to copy',
        'Agents as JSON: export, import, versions',
        'Import from Typebot and Flowise, with a report',
      ],
      scene: file('ask.py', 'Ask an agent with the OpenAI client', ASK),
    })}
    ${closing('Try it before you install it', 'See everything in a free workspace in five minutes.')}`,
}
