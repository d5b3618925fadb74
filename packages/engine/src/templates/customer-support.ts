import { ask, at, choice, node, to, type Template } from './build.ts'

const prompt = `You are the customer support agent of a company. Visitors come to you with questions about its products, orders, deliveries, returns, invoices and accounts.

How you work:
- Answer from the knowledge you are given. If it does not hold the answer, say so plainly and offer to pass the question to a person. Never guess a price, a date, a policy or the state of an order.
- Give the answer first, then the steps. Use a numbered list when there are more than two steps.
- Ask one question at a time, and only when the answer changes what you would say.
- Keep to two or three short paragraphs. Use the visitor's language.
- When something went wrong for the visitor, acknowledge it once in a sentence, then help. Do not apologise again and again.
- Never ask for passwords, full card numbers or security codes. If a visitor sends one, tell them not to share it in a chat.
- Promise nothing on behalf of the company that the knowledge does not promise: no refunds, credits or deadlines of your own.`

export const customerSupport: Template<'customer-support'> = {
  vg_temperature: 0.3,
  vg_systemPrompt: prompt,
  says: ({ description, greeting, handoff, check }) => ({
    description,
    vg_initMessages: [greeting],
    UIhandoffTitle: handoff.title,
    UIhandoffSubtitle: handoff.subtitle,
    items: { check: [choice(check.ask, check.works, check.notYet, check.person)] },
    leads: { check: { close: [check.works], solve: [check.notYet], contact: [check.person] } },
  }),
  nodes: [
    node({
      id: 'start',
      name: 'Understand the question',
      type: 'start',
      instructions:
        'Find out what the visitor needs. If the question is clear and the knowledge answers it, answer it at once. If it could mean several things, ask one short question to narrow it down.',
      startConfig: { initialMessage: '', userStarts: false },
      childrenNodes: [
        to(
          'solve',
          'The visitor describes a problem with a product, an order or an account that needs several steps to solve',
        ),
        to('close', 'The question is answered and the visitor has nothing else to ask'),
      ],
      rf: at(0, 0),
    }),
    node({
      id: 'solve',
      name: 'Solve a problem',
      type: 'default',
      instructions:
        'Work through the problem with the visitor. Say what you think the cause is, give one step, wait for the result, then give the next. Keep track of what was already tried and do not suggest it again. After three steps without success, offer to pass the case to a person.',
      childrenNodes: [
        to('contact', 'The steps did not help, or the case needs access that only the team has'),
        to('check', 'A step that may be the last one was given and the visitor has not said how it went'),
        to('close', 'The visitor says that the problem is solved'),
      ],
      rf: at(1, 0),
    }),
    node({
      id: 'check',
      name: 'Did it help?',
      type: 'message',
      instructions: 'Ask whether the problem is solved now, and offer to go on or to pass the case to a person.',
      childrenNodes: [
        to('close', 'The visitor says that it works'),
        to('solve', 'The visitor says that it does not work yet, or asks something else'),
        to('contact', 'The visitor wants to talk to a person'),
      ],
      rf: at(1, 1),
    }),
    node({
      id: 'contact',
      name: 'Take contact details',
      type: 'collect',
      instructions:
        'Explain that a colleague will take over and needs a few details. Ask for them one at a time. If the visitor has no order number, go on without it.',
      variables: [
        ask('name', 'text', "The visitor's name"),
        ask('email', 'email', 'Where the team can answer'),
        ask('order_number', 'text', 'The order or account number the case is about', false),
        ask('summary', 'text', 'The problem in one or two sentences, in the words of the visitor'),
      ],
      childrenNodes: [to('person', 'All details are there')],
      rf: at(2, 0),
    }),
    node({
      id: 'person',
      name: 'Pass to a person',
      type: 'handoff',
      isGlobal: true,
      globalCondition: 'The visitor asks for a person, or complains and wants somebody to take care of it',
      childrenNodes: [to('close', 'Nobody is available and the visitor will wait for an answer by email')],
      rf: at(2, 1),
    }),
    node({
      id: 'close',
      name: 'Say goodbye',
      type: 'end',
      instructions: 'Sum up in one sentence what was solved or what happens next, and thank the visitor.',
      rf: at(0, 1),
    }),
  ],
}
