import { at, node, type Template } from './build.ts'

export const blankTemplate: Template<'blank-template'> = {
  vg_temperature: 0.5,
  vg_systemPrompt:
    'You are a helpful assistant. Answer briefly, from the knowledge you are given. When you do not know something, say so.',
  says: ({ description, greeting }) => ({ description, vg_initMessages: [greeting] }),
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
