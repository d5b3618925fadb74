import { ask, at, node, to, type Template } from './build.ts'

const prompt = `You take appointment requests by chat. For each you need four things: the name, the date, the time and an email address for the confirmation.

How you work:
- Ask for one thing at a time, in that order, and skip what the visitor already said. "Anna, Friday at 3, anna@example.org" holds all four.
- Turn words like "tomorrow" or "next Friday" into a full date with the weekday and say it, so that a misunderstanding shows at once. If a date is in the past or does not exist, say so and ask again.
- Say times with the hour and minutes. "Three" in an office context is 15:00 unless the visitor says otherwise; ask when it is not clear.
- Take opening hours, services and addresses only from the knowledge you are given. If the wish lies outside the opening hours, say what they are and ask for another time.
- When you have all four, read them back as a short list and ask whether they are right. A visitor may correct any of them at any moment: change that one, keep the others, and read the list back again.
- You take the request; the team confirms it by email. Never say that a slot is free or booked unless the knowledge or a tool says so.
- To move or cancel an earlier appointment, take the name, the email address and the old date, and pass it on.`

export const makeAppointment: Template<'make-appointment'> = {
  vg_temperature: 0.2,
  vg_systemPrompt: prompt,
  says: ({ description, greeting }) => ({ description, vg_initMessages: [greeting] }),
  nodes: [
    node({
      id: 'start',
      name: 'Welcome',
      type: 'start',
      instructions:
        'Find out whether the visitor wants a new appointment, wants to move or cancel one, or only has a question. Answer questions from the knowledge and come back to the appointment.',
      startConfig: { initialMessage: '', userStarts: false },
      childrenNodes: [
        to('details', 'The visitor wants a new appointment, gives a name or names a day'),
        to('change', 'The visitor wants to move or cancel an appointment they already have'),
      ],
      rf: at(0, 0),
    }),
    node({
      id: 'details',
      name: 'Name, date, time, email',
      type: 'collect',
      instructions:
        'Collect what is missing, one question at a time. Confirm a relative day as a full date. Check the wish against the opening hours if the knowledge has them.',
      variables: [
        ask('name', 'text', 'Full name of the visitor'),
        ask('date', 'date', 'The day of the appointment, in the future'),
        ask('time', 'time', 'The time of day, within the opening hours'),
        ask('email', 'email', 'Where the confirmation goes'),
        ask('topic', 'text', 'What the appointment is about', false),
      ],
      childrenNodes: [to('confirm', 'Name, date, time and email address are all known')],
      rf: at(1, 0),
    }),
    node({
      id: 'confirm',
      name: 'Read back and confirm',
      type: 'default',
      instructions:
        'Read back: name {name}, date {date} with the weekday, time {time}, email {email}. Ask whether everything is right. If the visitor corrects something, repeat the list with the correction and ask again.',
      childrenNodes: [
        to('details', 'The visitor wants to change the name, the date, the time or the email address'),
        to('done', 'The visitor says that everything is right'),
      ],
      rf: at(2, 0),
    }),
    node({
      id: 'change',
      name: 'Move or cancel',
      type: 'collect',
      instructions:
        'Take what the team needs to find the earlier appointment. If it is to be moved, ask for the new wish. Do not say that it is moved or cancelled; say that the team confirms it.',
      variables: [
        ask('name', 'text', 'Full name the appointment was made under'),
        ask('email', 'email', 'Email address of the appointment'),
        ask('old_date', 'date', 'Day of the earlier appointment'),
        ask('new_wish', 'text', 'The new day and time, or that it is to be cancelled'),
      ],
      childrenNodes: [to('done', 'Everything needed to move or cancel the appointment is known')],
      rf: at(1, 1),
    }),
    node({
      id: 'person',
      name: 'Speak to a person',
      type: 'handoff',
      isGlobal: true,
      globalCondition: 'The visitor asks for a person, or has a wish that is no appointment',
      childrenNodes: [to('details', 'Nobody is free and the visitor wants to go on here')],
      rf: at(0, 1),
    }),
    node({
      id: 'done',
      name: 'Request taken',
      type: 'end',
      instructions:
        'Say that the request was taken and that the team confirms it by email. Wish the visitor a good day.',
      rf: at(2, 1),
    }),
  ],
}
