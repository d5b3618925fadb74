// A made-up Typebot file in version 6, with one block of every kind that matters.
const text = (id: string, ...lines: string[]) => ({
  id,
  type: 'text',
  content: { richText: lines.map((line) => ({ type: 'p', children: [{ text: line }] })) },
})

const TYPEBOT = {
  version: '6',
  id: 'bot',
  name: 'Bike rental',
  events: [{ id: 'ev', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e-start' }],
  groups: [
    {
      id: 'hello',
      title: 'Hello',
      graphCoordinates: { x: 300, y: 0 },
      blocks: [
        {
          id: 'b-hi',
          type: 'text',
          content: {
            richText: [
              { type: 'p', children: [{ text: 'Welcome to ' }, { text: 'Velo', bold: true }, { text: '!' }] },
              {
                type: 'p',
                children: [{ type: 'a', url: 'https://velo.example/map', children: [{ text: 'Our map' }] }],
              },
            ],
          },
        },
        text('b-ask', 'What may I call you?'),
        { id: 'b-name', type: 'text input', options: { variableId: 'v-name', labels: { placeholder: 'First name' } } },
        { id: 'b-plan', type: 'Set variable', options: { variableId: 'v-plan', expressionToEvaluate: 'standard' } },
        text('b-pick', 'What do you need, {{First name}}?'),
        {
          id: 'b-choice',
          type: 'choice input',
          options: { variableId: 'v-need' },
          items: [
            { id: 'i-rent', content: 'Rent a bike', outgoingEdgeId: 'e-rent' },
            { id: 'i-help', content: 'Get help' },
            { id: 'i-club', content: 'Join the club' },
          ],
          outgoingEdgeId: 'e-help',
        },
      ],
    },
    {
      id: 'rent',
      title: 'Rent',
      graphCoordinates: { x: 700, y: -100 },
      blocks: [
        { id: 'b-img', type: 'image', content: { url: 'https://velo.example/bike.png', alt: 'A bike' } },
        { id: 'b-film', type: 'video', content: { type: 'youtube', id: 'abc123' } },
        text('b-days', 'For how many days?'),
        { id: 'b-num', type: 'number input', options: { variableId: 'v-days', min: 1, max: '30' } },
        { id: 'b-mail', type: 'email input', options: { variableId: 'v-mail' } },
        {
          id: 'b-cond',
          type: 'Condition',
          items: [
            {
              id: 'i-long',
              outgoingEdgeId: 'e-long',
              content: {
                logicalOperator: 'OR',
                comparisons: [
                  { id: 'c1', variableId: 'v-days', comparisonOperator: 'Greater than', value: '7' },
                  { id: 'c2', variableId: 'v-plan', comparisonOperator: 'Equal to', value: 'premium' },
                ],
              },
            },
            {
              id: 'i-odd',
              outgoingEdgeId: 'e-odd',
              content: {
                comparisons: [
                  { id: 'c3', variableId: 'v-mail', comparisonOperator: 'Matches regex', value: '/@corp/' },
                ],
              },
            },
          ],
        },
        {
          id: 'b-http',
          type: 'Webhook',
          options: {
            timeout: 20,
            webhook: {
              method: 'POST',
              url: 'https://api.velo.example/users/{{First name}}/rentals?source=bot',
              headers: [
                { id: 'h', key: 'Authorization', value: 'Bearer abc' },
                { id: 'h2', key: 'Content-Type', value: 'application/json' },
              ],
              queryParams: [{ id: 'q', key: 'lang', value: 'en' }],
              body: '{ "mail": "{{Mail}}", "days": {{Days}}, "extras": ["{{Need}}"] }',
            },
            responseVariableMapping: [
              { id: 'm', variableId: 'v-code', bodyPath: 'data.rentals[0].code' },
              { id: 'm2', variableId: 'v-plan', bodyPath: 'statusCode' },
            ],
          },
          outgoingEdgeId: 'e-done',
        },
      ],
    },
    {
      id: 'help',
      title: 'Help',
      graphCoordinates: { x: 700, y: 300 },
      blocks: [
        {
          id: 'b-ai',
          type: 'openai',
          options: {
            action: 'Create chat completion',
            model: 'gpt-4o',
            messages: [{ role: 'system', content: 'You help {{First name}} with bikes.' }, { role: 'Dialogue' }],
            responseMapping: [{ item: 'Message content', variableId: 'v-said' }],
          },
        },
        text('b-said', '{{Said}}'),
        { id: 'b-wait', type: 'Wait', options: { secondsToWaitFor: '2' } },
        { id: 'b-script', type: 'Code', options: { content: 'alert(1)' } },
        { id: 'b-sheet', type: 'Google Sheets', options: {} },
        { id: 'b-jump', type: 'Jump', options: { groupId: 'hello', blockId: 'b-pick' } },
      ],
    },
    {
      id: 'done',
      title: 'Done',
      graphCoordinates: { x: 1100, y: 0 },
      blocks: [
        text('b-code', 'Your code is {{Code}}, pay {{=Days * 10=}}.'),
        { id: 'b-rate', type: 'rating input', options: { variableId: 'v-stars', length: 5 } },
        { id: 'b-when', type: 'date input', options: { isRange: true } },
        { id: 'b-file', type: 'file input', options: { variableId: 'v-file' } },
        { id: 'b-pay', type: 'payment input', options: {} },
        {
          id: 'b-ab',
          type: 'AB test',
          items: [
            { id: 'a', path: 'a', outgoingEdgeId: 'e-ab' },
            { id: 'b', path: 'b' },
          ],
        },
      ],
    },
    {
      id: 'bye',
      title: 'Bye',
      graphCoordinates: { x: 1500, y: 0 },
      blocks: [
        { id: 'b-embed', type: 'embed', content: { url: 'https://velo.example/terms' } },
        { id: 'b-go', type: 'Redirect', options: { url: 'https://velo.example/thanks' } },
        { id: 'b-link', type: 'Typebot link', options: { typebotId: 'x' } },
        { id: 'b-new', type: 'Quantum leap', options: {} },
      ],
    },
  ],
  edges: [
    { id: 'e-start', from: { eventId: 'ev' }, to: { groupId: 'hello' } },
    { id: 'e-rent', from: { blockId: 'b-choice', itemId: 'i-rent' }, to: { groupId: 'rent' } },
    { id: 'e-help', from: { blockId: 'b-choice' }, to: { groupId: 'help' } },
    { id: 'e-long', from: { blockId: 'b-cond', itemId: 'i-long' }, to: { groupId: 'done' } },
    { id: 'e-odd', from: { blockId: 'b-cond', itemId: 'i-odd' }, to: { groupId: 'bye' } },
    { id: 'e-done', from: { blockId: 'b-http' }, to: { groupId: 'done' } },
    { id: 'e-ab', from: { blockId: 'b-ab', itemId: 'a' }, to: { groupId: 'bye' } },
  ],
  variables: [
    { id: 'v-name', name: 'First name' },
    { id: 'v-need', name: 'Need' },
    { id: 'v-days', name: 'Days' },
    { id: 'v-mail', name: 'Mail' },
    { id: 'v-plan', name: 'Plan' },
    { id: 'v-code', name: 'Code' },
    { id: 'v-said', name: 'Said' },
    { id: 'v-stars', name: 'Sterne ★' },
    { id: 'v-file', name: 'File' },
  ],
  theme: {},
  settings: {},
}
export const typebotFile = () => structuredClone(TYPEBOT)
