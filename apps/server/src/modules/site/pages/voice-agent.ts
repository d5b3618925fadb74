import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { closing, hero, matter, points, startFree, goTo } from '../parts.ts'
import { chat } from '../scenes.ts'

export const voiceAgent: SitePage = {
  path: '/voice-agent',
  title: 'AI agents that understand voice notes',
  description:
    'Let visitors speak instead of type. Voice notes are transcribed and answered by the same agent, with its steps, knowledge and tools.',
  body: () =>
    html` ${hero({
      kicker: 'Voice notes',
      title: 'Let visitors say it',
      text: 'Visitors tap the microphone, speak and send. Your agent reads the transcript and answers like any other message.',
      acts: html`${startFree()}${goTo('/chatbot', 'See the widget')}`,
      scene: chat({
        name: 'Clinic desk',
        about: 'Takes appointment requests',
        lines: [
          { from: 'agent', text: 'Which day suits you?' },
          { from: 'visitor', text: 'Next Friday at three in the afternoon.', voice: '0:04' },
          { from: 'agent', text: 'Friday, 27 November 2026, 15:00. What is your email address?' },
        ],
      }),
    })}
    ${points('How voice notes work', '', [
      {
        icon: 'mic',
        title: 'Recorded in the chat',
        text: 'In the browser, with the visitor’s permission. Turn voice notes on or off for each agent.',
      },
      {
        icon: 'file',
        title: 'Transcribed once',
        text: 'By OpenAI or a compatible server, with your key or ours. The recording and transcript stay with the conversation.',
      },
      {
        icon: 'coins',
        title: 'One credit with your own key',
        text: 'With our key, it costs the provider’s price per minute times 1.3.',
      },
    ])}
    ${matter({
      title: 'Steps that work for voice',
      text: 'Give a step its own instructions for voice. Choices become a spoken list and forms become one question at a time. Try it in the test panel.',
      list: [
        'Understands spoken dates, times, numbers and emails',
        'Visitors can correct what was misheard',
        'Without a transcription key, the chat asks visitors to type instead',
      ],
      scene: chat({
        name: 'Voice',
        about: 'The same form, one question at a time',
        lines: [
          { from: 'agent', text: 'May I have your name?' },
          { from: 'visitor', text: 'Anna.', voice: '0:01' },
          { from: 'agent', text: 'And which day?' },
        ],
      }),
      turned: true,
    })}
    ${matter({
      title: 'Answers your phone',
      text: 'Buy a number with your Twilio account, or import one, and give it to an agent. It answers with its own voice.',
      list: [
        'Every call is in the inbox, with transcript and recording',
        'Callers are told first where calls are recorded',
        'Callers can press keys instead of speaking',
      ],
      scene: chat({
        name: 'Phone',
        about: 'A call, as the inbox shows it',
        lines: [
          { from: 'agent', text: 'This call is recorded. How can I help?' },
          { from: 'visitor', text: 'Are you open tomorrow?', voice: '0:02' },
          { from: 'agent', text: 'Yes, from nine to six.' },
        ],
      }),
    })}
    ${closing('Try a voice note', 'Create an agent, turn on voice notes in its settings, and talk to it on its share page.')}`,
}
