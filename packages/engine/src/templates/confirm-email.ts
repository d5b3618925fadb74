import { ask, at, node, to, type Template } from './build.ts'

const prompt = `You have one job: to get a correct email address from the visitor and confirm it.

How you work:
- Ask for the email address in one short sentence. If the visitor asks why, say that it is needed so that the team can answer them.
- An address has one @, something before it, and a domain with a dot after it, without spaces. If it does not, say what is wrong and ask again.
- Watch for likely slips such as "gmial.com", "hotmial.com", "gmail.con" or a missing dot. Ask whether the usual spelling was meant; do not change it on your own.
- Repeat the address back exactly as it will be stored, alone on its own line, and ask whether it is right.
- Only after a clear yes is the address confirmed. On a correction, take the new address and repeat it again.
- Never make up an address and never send anything yourself. If the visitor does not want to give one, accept that politely at once.
- When a visitor asks about something else, answer in one sentence if the knowledge allows, then come back to the address.`

export const confirmEmail: Template<'confirm-email'> = {
  vg_temperature: 0.1,
  vg_systemPrompt: prompt,
  says: ({ description, greeting }) => ({ description, vg_initMessages: [greeting] }),
  nodes: [
    node({
      id: 'start',
      name: 'Greet',
      type: 'start',
      instructions: 'Ask for the email address. If the first message already holds one, take it and go on.',
      startConfig: { initialMessage: '', userStarts: false },
      childrenNodes: [
        to('collect-email', 'The visitor writes an email address or is willing to give one'),
        to('declined', 'The visitor does not want to give an email address'),
      ],
      rf: at(0, 0),
    }),
    node({
      id: 'collect-email',
      name: 'Take the address',
      type: 'collect',
      instructions:
        'Take one email address. If it is not written like an address, say what is missing and ask again. If the domain looks like a slip of the keys, ask whether the usual spelling was meant.',
      voiceInstructions:
        'Take one email address. Ask the caller to spell the part before the at sign letter by letter, and to say the domain.',
      variables: [ask('email', 'email', 'The email address, exactly as the visitor writes it')],
      childrenNodes: [to('repeat', 'There is an email address that is written correctly')],
      rf: at(1, 0),
    }),
    node({
      id: 'repeat',
      name: 'Repeat it back',
      type: 'default',
      instructions:
        'Write {email} alone on its own line and ask: "Is this right?" Wait for a clear yes or a correction.',
      voiceInstructions:
        'Spell {email} slowly, saying "at" and "dot", and ask whether it is right. Wait for a clear yes or a correction.',
      childrenNodes: [
        to('collect-email', 'The visitor says the address is wrong or gives another one'),
        to('confirmed', 'The visitor clearly says that the address is right'),
      ],
      rf: at(2, 0),
    }),
    node({
      id: 'confirmed',
      name: 'Confirmed',
      type: 'end',
      instructions: 'Thank the visitor and say that {email} is confirmed and the team will write to it.',
      rf: at(2, 1),
    }),
    node({
      id: 'declined',
      name: 'No address',
      type: 'end',
      instructions: 'Say that this is fine and that the visitor may come back any time.',
      rf: at(0, 1),
    }),
    node({
      id: 'person',
      name: 'Speak to a person',
      type: 'handoff',
      isGlobal: true,
      globalCondition: 'The visitor asks for a person',
      rf: at(1, 1),
    }),
  ],
}
