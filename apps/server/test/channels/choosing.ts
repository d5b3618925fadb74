const always = { tests: [{ variable: 'never_set', operator: 'isNotSet' }] }
const size = (name: string, payload: string) => ({ name, request: { type: 'text', payload } })
/** Nodes of an agent that offers two sizes on every message. */
export const choosing = {
  enableNodes: true,
  nodes: [
    { id: 'start', type: 'start', childrenNodes: [{ nodeId: 'sizes', rule: always }] },
    {
      id: 'sizes',
      type: 'message',
      items: [
        {
          type: 'choice',
          message: 'Which one?',
          buttons: [size('Small', 'the small one'), size('Large', 'the large one')],
        },
      ],
      childrenNodes: [{ nodeId: 'start', rule: always }],
    },
  ],
}
