import { at, node, type TemplateContent } from './build.ts'

export const blankTemplate: TemplateContent = {
  description: '',
  vg_temperature: 0.5,
  vg_systemPrompt:
    'You are a helpful assistant. Answer briefly, from the knowledge you are given. When you do not know something, say so.',
  vg_initMessages: ['Hi! How can I help you today?'],
  nodes: [
    node({
      id: 'start',
      name: 'Start',
      type: 'start',
      instructions: 'Find out what the visitor needs and help them.',
      startConfig: { initialMessage: '', userStarts: false },
      rf: at(0, 0),
    }),
  ],
}
