import type { SiteSettings } from '../../../lib/settings.ts'
import type { SitePage } from '../context.ts'
import { type Html, html } from '../html.ts'
import { closing, hero, matter, startFree } from '../parts.ts'
import { chat, CLINIC, LAMPS, why } from '../scenes.ts'

export const demo: SitePage = {
  path: '/demo',
  title: 'Demo: chat with an agent',
  description: 'See how an agent answers with sources and guides a visitor through booking an appointment.',
  hasWidget: true,
  body: ({ settings }) => (settings.demo ? live(settings.demo) : recorded()),
}

type Demo = NonNullable<SiteSettings['demo']>

const live = ({ agentId, region }: Demo): Html =>
  html` ${hero({
    kicker: 'Demo',
    title: 'Chat with an agent',
    text: 'This is a real agent. It answers from its knowledge. Try a question it can’t know, too.',
    acts: startFree('Build your own'),
    scene: html`<div class="live">
        <div id="demo-chat"></div>
        <noscript><p>The live chat needs JavaScript. You’ll find a sample conversation below.</p></noscript>
      </div>
      <script
        src="/widget.js"
        data-agent="${agentId}"
        data-region="${region}"
        data-render="full-width"
        data-container="#demo-chat"
        defer
      ></script>`,
  })}
  ${conversations()}`

const recorded = (): Html =>
  html` ${hero({
    kicker: 'Demo',
    title: 'Two real conversations',
    text: 'Recorded with the demo model, which quotes an agent’s knowledge. The lamp shop and clinic are made up; the answers are real.',
    acts: startFree('Try it yourself'),
    scene: chat(LAMPS),
  })}
  ${conversations()}`

const conversations = (): Html =>
  html` ${matter({
    title: 'Booking an appointment',
    text: 'This agent works in steps. It asks for what’s missing, understands “next Friday at 15:00”, and confirms everything before it takes the request.',
    scene: chat(CLINIC),
  })}
  ${matter({
    title: 'See why it answered',
    text: 'Open “Why?” under any answer to see the decisions, variables, chunks and cost behind it.',
    scene: why(),
    turned: true,
  })}
  ${closing('Try it with your own content', 'Sign up, drop a file and ask about it. It takes five minutes.')}`
