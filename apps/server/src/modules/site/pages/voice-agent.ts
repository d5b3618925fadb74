import { isAvailable } from '@parlance/contract/platform/features'
import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { closing, hero, matter, plainly, points, startFree, goTo } from '../parts.ts'
import { chat } from '../scenes.ts'

export const voiceAgent: SitePage = {
  path: '/voice-agent',
  title: 'Agents that listen to voice notes',
  description:
    'Visitors speak instead of typing: voice notes in the chat are written out and answered by the same agent, with its steps, knowledge and tools.',
  body: () =>
    html` ${hero({
      kicker: 'Voice notes',
      title: 'Let people say it instead of typing it',
      text: 'Visitors hold the microphone, speak, and send. The agent reads what was said and answers like any other message, from the same knowledge and through the same steps.',
      acts: html`${startFree()}${goTo('/chatbot', 'About the widget')}`,
      scene: chat({
        name: 'Clinic desk',
        about: 'Takes appointment requests',
        lines: [
          { from: 'agent', text: 'Which day suits you?' },
          { from: 'visitor', text: 'Next Friday at three in the afternoon.', voice: '0:04' },
          { from: 'agent', text: 'Friday, 27 November 2026, 15:00. What is your e-mail address?' },
        ],
      }),
    })}
    ${points('How a voice note becomes an answer', '', [
      {
        icon: 'mic',
        title: 'Recorded in the chat',
        text: 'In the browser, with the visitor’s leave. You decide per agent whether voice notes are taken.',
      },
      {
        icon: 'file',
        title: 'Written out once',
        text: 'By OpenAI’s transcription or a compatible server, on your key or the installation’s. The note and its text stay with the conversation.',
      },
      {
        icon: 'coins',
        title: 'One credit on your own key',
        text: 'On a platform key it costs the provider’s price of the minute times 1.3.',
      },
    ])}
    ${matter({
      title: 'Steps that sound right when spoken',
      text: 'A step may have other instructions for voice than for text, and items know how to be read out: a choice becomes a spoken list, a form becomes one question after the other. The test panel talks to the agent as if on a voice channel.',
      list: [
        'Dates, times, numbers and e-mail addresses are understood as people say them',
        'What was misheard can be corrected later in the talk',
        'Without a transcription key the chat asks visitors to write instead',
      ],
      scene: chat({
        name: 'On voice',
        about: 'The same form, one question at a time',
        lines: [
          { from: 'agent', text: 'May I have your name?' },
          { from: 'visitor', text: 'Anna.', voice: '0:01' },
          { from: 'agent', text: 'And which day?' },
        ],
      }),
      turned: true,
    })}
    ${isAvailable('channel.number') ? '' : plainly('Planned: telephone calls', 'An agent does not answer a phone number. Voice settings are kept with the agent, so that they are there for whoever connects a line; the product itself takes voice notes in the chat.')}
    ${closing('Try a voice note', 'Make an agent, turn voice notes on in its settings, and speak to it on the prototype page.')}`,
}
