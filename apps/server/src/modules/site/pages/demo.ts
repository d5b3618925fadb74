import type { SiteSettings } from '../../../lib/settings.ts'
import type { SitePage } from '../context.ts'
import { type Html, html } from '../html.ts'
import { closing, hero, matter, startFree } from '../parts.ts'
import { chat, CLINIC, LAMPS, why } from '../scenes.ts'

export const demo: SitePage = {
  path: '/demo',
  title: 'Demo: talk to an agent',
  description:
    'See how an agent answers from its documents, with sources, and how it leads a visitor through an appointment.',
  hasWidget: true,
  body: ({ settings }) => (settings.demo ? live(settings.demo) : recorded()),
}

type Demo = NonNullable<SiteSettings['demo']>

/** The operator's own agent, in the page. */
const live = ({ agentId, region }: Demo): Html =>
  html` ${hero({
    kicker: 'Demo',
    title: 'Talk to an agent',
    text: 'This is a real agent of this installation. It answers from what it was taught; ask it for something it cannot know, too.',
    acts: startFree('Make your own'),
    scene: html`<div class="live">
        <div id="demo-chat"></div>
        <noscript><p>The live chat needs JavaScript. Below is a conversation to read.</p></noscript>
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
  ${talks()}`

const recorded = (): Html =>
  html` ${hero({
    kicker: 'Demo',
    title: 'Two conversations, as they were had',
    text: 'Recorded with the demo model, which only finds and says what an agent was taught. The lamp shop and the clinic are invented, the answers are not.',
    acts: startFree('Try it yourself'),
    scene: chat(LAMPS),
  })}
  ${talks()}`

const talks = (): Html =>
  html` ${matter({
    title: 'Led through an appointment',
    text: 'The second agent works in steps. It asks for what is missing, understands “next Friday at 15:00” as a date and a time, and reads everything back before it takes the request.',
    scene: chat(CLINIC),
  })}
  ${matter({
    title: 'And the owner sees why',
    text: 'Under each answer in the test panel and in Chats stands Why?: what was decided, which values were taken, which passages were read, what it cost.',
    scene: why(),
    turned: true,
  })}
  ${closing('Now with your own documents', 'Sign up, drop a file, ask about it. That takes about five minutes.')}`
