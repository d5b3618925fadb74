import { KNOWN_MODELS } from '../../billing/index.ts'
import { SOURCE_ENDINGS } from '@parlance/contract/knowledge/schemas'
import { TOOL_METHODS } from '@parlance/contract/tools/schemas'
import { plannedChannels } from '@parlance/contract/platform/features'
import type { SitePage } from '../context.ts'
import { type Html, html } from '../html.ts'
import { closing, hero, matter, plainly } from '../parts.ts'
import { around } from '../drawings.ts'
import { file } from '../scenes.ts'

const MODELS = [
  ['OpenAI', KNOWN_MODELS.openai.join(', ')],
  ['Anthropic', KNOWN_MODELS.anthropic.join(', ')],
  ['Google', KNOWN_MODELS.google.join(', ')],
  ['OpenAI-compatible', 'Ollama, vLLM and others by their address, under any model name'],
  ['Sandbox', 'No key: answers from what the agent was taught, and follows simple steps'],
] as const

const CHANNELS = [
  [
    'Website',
    'The widget: corner, popup, modal, or part of a page; guides for React, WordPress, Shopify, Webflow and Tag Manager',
  ],
  ['API', 'Streams in the AI SDK’s message protocol, from any language'],
  ['OpenAI clients', 'Each agent as a model behind /openai/v1, for whatever speaks that protocol'],
  ['Share page', 'A page of the agent’s own to send around, and a demo site that carries it'],
] as const

const TOOLS = [
  [
    'HTTP',
    `${TOOL_METHODS.join(', ')} with typed fields in path, query, header and body; pasted from curl or read from OpenAPI`,
  ],
  ['MCP servers', 'Their tools offered per agent or per step'],
  ['Functions', 'A library of tools for the whole workspace'],
  ['Voiceflow', 'An assistant made there, answered here in the same widget'],
] as const

const KNOWLEDGE = [
  ['Files', SOURCE_ENDINGS.map((ending) => ending.slice(1)).join(', ')],
  ['Web', 'Single pages, sitemaps, and a crawler that keeps to robots.txt'],
  ['Words', 'Texts, and questions with their answers'],
  ['Other builders', 'Exports of Typebot and Flowise'],
] as const

const MCP = `Fields        in      from
orderNumber   path    the visitor
Authorization header  Bearer {SHOP_KEY}

→ delivery.status   becomes  {status}
→ delivery.date     becomes  {date}`

export const integrations: SitePage = {
  path: '/integrations',
  title: 'Integrations',
  description:
    'Channels, models, tools and sources that agents work with: the website widget, an API, OpenAI, Anthropic, Google, MCP servers, HTTP tools and files.',
  body: () =>
    html` ${hero({ title: 'What agents work with', text: 'Everything on this page is in the product now. Where a service needs a key, it is yours or the installation’s, and the screens say which.', scene: around() })}
      <section class="wrap part lists">
        ${list('Channels', 'Where people meet an agent', CHANNELS)} ${list('Models', 'What answers', MODELS)}
        ${list('Tools', 'What an agent can do', TOOLS)} ${list('Sources', 'What it answers from', KNOWLEDGE)}
      </section>
      ${matter({
        title: 'Your systems, without glue',
        text: 'Describe a call once: its fields, where each value comes from, and what of the answer the agent should know. Try it in place. Secrets are sealed and never enter a prompt.',
        list: [
          'A tool per step, per agent, or for all',
          'Answers mapped to what the agent knows',
          'New agents told to your own address by a hook',
        ],
        scene: file('Tool', 'How a tool is described', MCP),
      })}
      ${messengers()} ${closing('Connect the first one', 'A free workspace has all of these.')}`,
}

const messengers = (): Html | string => {
  const planned = plannedChannels()
  if (planned.length === 0) return ''
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(planned)
  return plainly(
    'Planned: messengers and telephone',
    `Not in this version: a built-in connection to ${names}. Agents already know their limits and can be tried as on them; your own bridge reaches them through the API.`,
  )
}

const list = (title: string, about: string, entries: readonly (readonly [string, string])[]): Html =>
  html`<div class="list">
    <h2>${title}</h2>
    <p>${about}</p>
    <dl>
      ${entries.map(
        ([name, text]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${text}</dd>
          </div>`,
      )}
    </dl>
  </div>`
