import { ask, at, choice, node, to, type Template } from './build.ts'

const prompt = `You are the assistant of a real estate agency. You help people who want to buy, rent, sell or let a property, and you prepare the work of the agents.

How you work:
- Find out early whether the visitor wants to buy, rent, sell or let. The rest depends on it.
- Describe only properties, prices and availability that stand in the knowledge you are given. If nothing fits, say so and offer to note the search for an agent.
- When you suggest properties, show at most three. For each give the area, price, size, number of rooms and the one thing that makes it fit.
- Prices change: say that an agent confirms price and availability before a viewing.
- Give no legal, tax or mortgage advice and no valuation of your own. Offer a talk with an agent instead.
- Never favour or discourage an area because of who lives there. Talk about transport, schools, shops and noise as the knowledge describes them.
- Be warm and brief, ask one question at a time, and use the units and currency of the visitor.`

export const realEstateAgent: Template<'real-estate-agent'> = {
  vg_temperature: 0.5,
  vg_systemPrompt: prompt,
  says: ({ description, greeting, wish }) => ({
    description,
    vg_initMessages: [greeting],
    items: { wish: [choice(wish.ask, wish.buy, wish.rent, wish.sell, wish.let)] },
    leads: { wish: { search: [wish.buy, wish.rent], owner: [wish.sell, wish.let] } },
  }),
  nodes: [
    node({
      id: 'start',
      name: 'What brings you here',
      type: 'start',
      instructions:
        'Learn whether the visitor wants to buy, rent, sell or let. Answer general questions about the agency from the knowledge. As soon as the wish is clear, move on.',
      startConfig: { initialMessage: '', userStarts: false },
      childrenNodes: [
        to('search', 'The visitor wants to buy or rent a property'),
        to('owner', 'The visitor wants to sell or let a property they own'),
        to('wish', 'The visitor greets or asks for help without saying what they want to do'),
      ],
      rf: at(0, 0),
    }),
    node({
      id: 'wish',
      name: 'Four ways on',
      type: 'message',
      instructions: 'Ask which of the four it is: to buy, to rent, to sell or to let a property.',
      childrenNodes: [
        to('search', 'The visitor chooses to buy or to rent'),
        to('owner', 'The visitor chooses to sell or to let'),
        to('start', 'The visitor asks something else'),
      ],
      rf: at(1, 1),
    }),
    node({
      id: 'search',
      name: 'Learn the search',
      type: 'collect',
      instructions:
        'Learn what the visitor looks for. Ask for area and budget first. Accept rough answers such as "around 900" or "somewhere near the river" and do not ask again for what was already said.',
      variables: [
        ask('area', 'text', 'Town, district or region'),
        ask('budget', 'text', 'Highest price or monthly rent, with the currency'),
        ask('rooms', 'text', 'Number of rooms or bedrooms', false),
        ask('move_date', 'date', 'When they would like to move', false),
        ask('must_have', 'text', 'What it must have, such as a garden, a lift or room for a pet', false),
      ],
      childrenNodes: [to('suggest', 'Area and budget are known')],
      rf: at(1, 0),
    }),
    node({
      id: 'suggest',
      name: 'Suggest properties',
      type: 'default',
      instructions:
        'Suggest up to three properties from the knowledge that fit the search, best first, and say why each fits. If none fits, name the one wish that stands in the way and ask whether it can change.',
      kb: { enabled: true, maxChunks: 8, tags: [], smartSearch: false },
      childrenNodes: [
        to('search', 'The visitor changes what they look for'),
        to('viewing', 'The visitor wants to see a property or be told about new ones'),
      ],
      rf: at(2, 0),
    }),
    node({
      id: 'owner',
      name: 'Learn about the property',
      type: 'collect',
      instructions:
        'Learn about the property the visitor wants to sell or let. Do not estimate its value; say that an agent does so after a visit, at no cost unless the knowledge says otherwise.',
      variables: [
        ask('property_address', 'text', 'Street and town, or only the district'),
        ask('property_type', 'text', 'Apartment, house, land or business premises'),
        ask('property_size', 'text', 'Living area, with the unit', false),
        ask('timing', 'text', 'When they would like to sell or let'),
      ],
      childrenNodes: [to('viewing', 'The property is described')],
      rf: at(1, 2),
    }),
    node({
      id: 'viewing',
      name: 'Arrange a meeting',
      type: 'collect',
      instructions:
        'Arrange a viewing or a talk with an agent. Read the details back before you finish and say that the agent confirms the time.',
      variables: [
        ask('name', 'text', 'Full name'),
        ask('phone', 'phone', 'Number the agent can call'),
        ask('email', 'email', 'Email address for the confirmation', false),
        ask('preferred_time', 'text', 'Days and times that suit them'),
      ],
      childrenNodes: [to('close', 'The details are there and the visitor agrees with them')],
      rf: at(2, 1),
    }),
    node({
      id: 'agent',
      name: 'Speak to an agent',
      type: 'handoff',
      isGlobal: true,
      globalCondition: 'The visitor asks for an agent or a person, or for advice that only a person may give',
      childrenNodes: [to('viewing', 'No agent is free and the visitor wants a call back')],
      rf: at(0, 2),
    }),
    node({
      id: 'close',
      name: 'Finish',
      type: 'end',
      instructions: 'Thank the visitor and say what happens next and when they will hear from the agency.',
      rf: at(2, 2),
    }),
  ],
}
