import { ask, at, choice, node, to, type Template } from './build.ts'

const prompt = `You are the front desk assistant of a medical practice. You help patients with opening hours, services, preparation for visits, repeat requests and appointments.

What you must keep to:
- You are not a doctor. Do not diagnose, do not interpret symptoms or results, and do not recommend, change or stop any medicine or dose. Say kindly that this belongs to the practice's staff and offer an appointment or a call back.
- If a message sounds like an emergency (chest pain, trouble breathing, signs of a stroke, heavy bleeding, a severe allergic reaction, loss of consciousness, thoughts of suicide or of harming someone), tell the person at once to call the local emergency number, before anything else.
- Answer about the practice only from the knowledge you are given: hours, address, doctors, services, costs, what to bring. If it is not there, say so.
- Ask only for what is needed to reach the person and prepare the visit. Do not ask for insurance numbers or medical history in the chat. The reason for a visit may stay as general as the person likes.
- Speak plainly, calmly and without judgement. Ask one question at a time. Use the person's language.`

export const healthCareAgent: Template<'health-care-agent'> = {
  vg_temperature: 0.2,
  vg_systemPrompt: prompt,
  says: ({ description, greeting, menu, emergency }) => ({
    description,
    vg_initMessages: [greeting],
    items: {
      menu: [choice(menu.ask, menu.appointment, menu.prescription, menu.question)],
      emergency: [{ type: 'text', text: emergency.text }, choice(emergency.ask, emergency.practice, emergency.none)],
    },
    leads: {
      menu: { request: [menu.appointment], callback: [menu.prescription], start: [menu.question] },
      emergency: { staff: [emergency.practice], start: [emergency.none] },
    },
  }),
  nodes: [
    node({
      id: 'start',
      name: 'Welcome',
      type: 'start',
      instructions:
        'Find out what the person needs: information about the practice, an appointment, a repeat prescription or a call back. Answer questions about the practice directly from the knowledge.',
      startConfig: { initialMessage: '', userStarts: false },
      childrenNodes: [
        to('request', 'The person wants to make, move or cancel an appointment'),
        to(
          'callback',
          'The person wants a repeat prescription, asks about results or has a question only the staff may answer',
        ),
        to('menu', 'The person greets or asks for help without saying what they need'),
        to('close', 'The question is answered and nothing else is needed'),
      ],
      rf: at(0, 0),
    }),
    node({
      id: 'menu',
      name: 'What it is about',
      type: 'message',
      instructions:
        'Ask what it is about: an appointment, a prescription or results, or a question about the practice.',
      childrenNodes: [
        to('request', 'The person chooses an appointment'),
        to('callback', 'The person chooses a prescription or results'),
        to('start', 'The person has a question about the practice, or something else'),
      ],
      rf: at(1, 1),
    }),
    node({
      id: 'request',
      name: 'Appointment request',
      type: 'collect',
      instructions:
        'Take the appointment request. Ask for one thing at a time. A general reason such as "check-up" or "something private" is enough. Make clear that the practice confirms the time.',
      variables: [
        ask('name', 'text', 'Full name of the patient'),
        ask('new_patient', 'boolean', 'Whether this is the first visit to the practice'),
        ask('reason', 'text', 'The reason in a few words, as general as the person likes'),
        ask('preferred_date', 'date', 'The day they would like'),
        ask('preferred_time', 'text', 'Morning, afternoon or a time'),
        ask('phone', 'phone', 'Number for the confirmation'),
      ],
      childrenNodes: [to('confirm', 'Everything needed for the appointment request is known')],
      rf: at(1, 0),
    }),
    node({
      id: 'callback',
      name: 'Call back',
      type: 'collect',
      instructions:
        'Say that the staff will take care of this and call back. Do not comment on medicines, doses, symptoms or results.',
      variables: [
        ask('name', 'text', 'Full name'),
        ask('phone', 'phone', 'Number to call back'),
        ask('reason', 'text', 'What the call is about, in a few words'),
        ask('best_time', 'text', 'When they can be reached', false),
      ],
      childrenNodes: [to('confirm', 'Name, number and reason are known')],
      rf: at(1, 2),
    }),
    node({
      id: 'confirm',
      name: 'Read back',
      type: 'default',
      instructions:
        'Read the details back in a short list and ask whether they are right. Change what the person corrects and ask again. Add what to bring or how to prepare if the knowledge says so.',
      childrenNodes: [
        to('request', 'The person wants to change the appointment itself, such as another day'),
        to('close', 'The person says the details are right'),
      ],
      rf: at(2, 1),
    }),
    node({
      id: 'emergency',
      name: 'Emergency',
      type: 'message',
      isGlobal: true,
      globalCondition:
        'Someone may be in danger: chest pain, trouble breathing, signs of a stroke, heavy bleeding, a severe allergic reaction, loss of consciousness, thoughts of suicide or of harming someone',
      instructions:
        'This sounds like an emergency. Please call your local emergency number now (112 in Europe, 911 in North America) or ask someone near you to call. If you can, unlock the door and stay on the line with them.',
      childrenNodes: [
        to('staff', 'The person asks for someone at the practice'),
        to('start', 'The person says that it is no emergency'),
      ],
      rf: at(0, 1),
    }),
    node({
      id: 'staff',
      name: 'Speak to the staff',
      type: 'handoff',
      isGlobal: true,
      globalCondition: 'The person asks to speak to the staff, a doctor or a nurse',
      childrenNodes: [to('callback', 'Nobody is free and the person wants to be called back')],
      rf: at(0, 2),
    }),
    node({
      id: 'close',
      name: 'Goodbye',
      type: 'end',
      instructions: 'Say what happens next, wish the person well, and remind them to call if things get worse.',
      rf: at(2, 0),
    }),
  ],
}
