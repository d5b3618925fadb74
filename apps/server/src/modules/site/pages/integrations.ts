import { KNOWN_MODELS } from '../../billing/index.ts'
import { SOURCE_ENDINGS } from '@parlance/contract/knowledge/schemas'
import { TOOL_METHODS } from '@parlance/contract/tools/schemas'
import { CHANNEL_NAMES, isAvailable, plannedChannels } from '@parlance/contract/platform/features'
import type { SitePage } from '../context.ts'
import { type Html, html } from '../html.ts'
import { closing, hero, matter, plainly } from '../parts.ts'
import { around } from '../drawings.ts'
import { file } from '../scenes.ts'

const MODELS = [
  ['OpenAI', KNOWN_MODELS.openai.join(', ')],
  ['Anthropic', KNOWN_MODELS.anthropic.join(', ')],
  ['Google', KNOWN_MODELS.google.join(', ')],
  ['OpenAI-compatible', 'Ollama, vLLM and other servers, with any model name'],
  ['Demo model', 'No key needed: quotes your content and follows simple steps'],
] as const

const conjoin = (names: readonly string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
const MESSENGERS = (['whatsapp', 'instagram', 'messenger', 'telegram', 'discord', 'sms', 'email'] as const)
  .filter((name) => isAvailable(`channel.${name}`))
  .map((name) => CHANNEL_NAMES[name])

const CHANNELS = [
  ['Website', 'Corner, popup, modal or embedded, with guides for React, WordPress, Shopify, Webflow and Tag Manager'],
  ['Messaging', `${conjoin(MESSENGERS)}. One inbox for all of them`],
  ['Webhook', 'Your own app or messenger, by signed JSON in both directions'],
  ['API', 'Streams in the AI SDK’s message protocol, from any language'],
  ['OpenAI clients', 'Every agent as a model at /openai/v1, for any OpenAI client'],
  ['Share page', 'A page for each agent to share, and a demo site with the widget'],
] as const

const TOOLS = [
  ['HTTP', `${TOOL_METHODS.join(', ')} with typed fields in path, query, header and body. Import from curl or OpenAPI`],
  ['MCP servers', 'Use their tools per agent or per step'],
  ['Functions', 'Shared tools for the whole workspace'],
  ['Voiceflow', 'Run a Voiceflow assistant in the same widget'],
] as const

const KNOWLEDGE = [
  ['Files', SOURCE_ENDINGS.map((ending) => ending.slice(1)).join(', ')],
  ['Web', 'Pages, sitemaps, and a crawler that respects robots.txt'],
  ['Text', 'Notes, and questions with answers'],
  ['Other builders', 'Exports from Typebot and Flowise'],
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
    'Channels, models, tools and sources for your agents: website widget, API, OpenAI, Anthropic, Google, MCP servers, HTTP tools and files.',
  body: () =>
    html` ${hero({ title: 'Integrations', text: 'Connect your agent to your channels, models, tools and content. Everything on this page is available today.', scene: around() })}
      <section class="wrap part lists">
        ${list('Channels', 'Where customers reach your agent', CHANNELS)}
        ${list('Models', 'What powers the answers', MODELS)} ${list('Tools', 'What your agent can do', TOOLS)}
        ${list('Sources', 'What your agent knows', KNOWLEDGE)}
      </section>
      ${matter({
        title: 'Connect your systems',
        text: 'Describe a request once: its fields, where each value comes from, and what to keep from the response. Test it in place. Secrets are encrypted and never enter a prompt.',
        list: [
          'Tools per step, per agent or for all agents',
          'Responses mapped to variables',
          'A webhook for every new agent',
        ],
        scene: file('Tool', 'How to describe a tool', MCP),
      })}
      ${messengers()} ${closing('Start connecting', 'All of these are included in the free plan.')}`,
}

const messengers = (): Html | string => {
  const planned = plannedChannels()
  if (planned.length === 0) return ''
  const names = conjoin(planned)
  return plainly(
    'Planned: messengers and phone',
    `Not in this version: a built-in connection to ${names}. You can already preview how answers look there, and connect your own bridge through the API.`,
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
