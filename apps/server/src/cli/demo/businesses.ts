// Four invented businesses of two agencies: their agents' knowledge, visitors' questions, and their teams' answers.

export interface Exchange {
  readonly ask: string
  readonly answer: string
}
/** A conversation that the agent resolves. `ask` has several wordings of the same question. */
export interface Topic {
  readonly from?: string
  readonly ask: readonly string[]
  readonly answer: string
  readonly followUps?: readonly Exchange[]
  readonly tags?: readonly string[]
}
export interface PersonTopic {
  readonly ask: string
  readonly answer: string
  readonly replies: readonly string[]
  readonly between?: readonly string[]
  readonly tags: readonly string[]
  readonly note?: string
}
export interface Gap {
  readonly question: string
  readonly others: readonly string[]
}
export interface Person {
  readonly name: string
  readonly isOrgAdmin?: boolean
}
export interface Business {
  readonly org: string
  readonly agent: string
  readonly description: string
  readonly theme: string
  readonly site: string
  readonly pages: readonly string[]
  readonly people: readonly [Person, ...Person[]]
  readonly starterQuestions: readonly string[]
  readonly documents: readonly { readonly name: string; readonly content: string }[]
  readonly topics: readonly Topic[]
  readonly byPeople: readonly PersonTopic[]
  readonly gaps: readonly Gap[]
  readonly tags: readonly string[]
  readonly cannedReplies: readonly { readonly shortcut: string; readonly text: string }[]
  readonly conversations: number
  /** ISO 3166 codes with how often visitors come from there. */
  readonly countries: Readonly<Record<string, number>>
}
export interface Agency {
  readonly owner: string
  readonly members: readonly string[]
  readonly name: string
  readonly website: string
  readonly businesses: readonly Business[]
}

const UNKNOWN = "I don't know that. Shall I connect you with our team?"

const lumen: Business = {
  org: 'Lumen lamps',
  agent: 'Lumen helper',
  description: 'Questions about lamps, orders and returns? Ask away.',
  theme: 'yellow-light',
  site: 'https://lumen-lamps.example',
  pages: ['/', '/lamps/oslo', '/lamps/bergen', '/checkout', '/returns'],
  people: [{ name: 'Mara Lindqvist', isOrgAdmin: true }, { name: 'Jonas Weber' }, { name: 'Priya Nair' }],
  starterQuestions: ['Where is my order?', 'How long can I return a lamp?', 'Which bulb fits my lamp?'],
  documents: [
    {
      name: 'Shipping and returns',
      content:
        '# Shipping\n\nOrders ship within two working days. Delivery inside the European Union takes three to five working days and costs 6.90 euros; orders above 120 euros ship free. We also ship to Switzerland and Norway: parcels take up to ten working days there, and customs are not included.\n\n# Returns\n\nYou can return any unused lamp within 30 days for a full refund. Send us your order number and we mail you a return label. Refunds arrive within five working days after the parcel reached us.',
    },
    {
      name: 'Warranty and repair',
      content:
        '# Warranty\n\nEvery lamp has a warranty of five years on the frame and two years on the electronics. Bulbs are not covered.\n\n# Repair\n\nWe repair lamps of our own make for life. A repair after the warranty costs 25 euros plus parts and takes about two weeks.',
    },
    {
      name: 'Bulbs and dimmers',
      content:
        '# Bulbs\n\nThe Oslo takes an E27 bulb of up to 40 watts, the Bergen two E14 bulbs of up to 25 watts each. The Malmö has a built-in LED that we replace.\n\n# Dimmers\n\nAll our lamps work with trailing-edge dimmers. Leading-edge dimmers make LED bulbs flicker.',
    },
    {
      name: 'Opening hours and visits',
      content:
        '# Opening hours\n\nThe workshop at 12 Harbour Street is open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00. We are closed on Sundays and public holidays.\n\n# Tours\n\nGuided tours take place every first Friday of the month at 16:00 and cost 8 euros per person.',
    },
  ],
  topics: [
    {
      from: 'Shipping and returns',
      ask: [
        'How long can I return a lamp?',
        'can i send a lamp back after 3 weeks?',
        'What is your return policy?',
        'I changed my mind about my order, can I return it?',
      ],
      answer:
        'Yes. You can return any unused lamp within 30 days for a full refund. Send us your order number and we mail you a return label.',
      followUps: [
        {
          ask: 'And when do I get my money?',
          answer: 'Refunds arrive within five working days after the parcel reached us.',
        },
      ],
      tags: ['Returns'],
    },
    {
      from: 'Shipping and returns',
      ask: ['How long does delivery take?', 'when will my lamp arrive if I order today', 'Delivery time to Austria?'],
      answer:
        'Orders ship within two working days, and delivery inside the European Union takes three to five working days.',
      followUps: [
        { ask: 'What does it cost?', answer: 'Shipping costs 6.90 euros. Orders above 120 euros ship free.' },
      ],
      tags: ['Shipping'],
    },
    {
      from: 'Shipping and returns',
      ask: ['Do you ship to Norway?', 'Do you deliver to Switzerland?'],
      answer:
        'Yes. Parcels to Switzerland and Norway take up to ten working days. Customs are not included in the price.',
      tags: ['Shipping'],
    },
    {
      from: 'Bulbs and dimmers',
      ask: ['Which bulb fits the Oslo?', 'What bulb do I need for my Oslo lamp?', 'oslo bulb size?'],
      answer: 'The Oslo takes an E27 bulb of up to 40 watts.',
      followUps: [
        {
          ask: 'Does it work with a dimmer?',
          answer: 'Yes, with trailing-edge dimmers. Leading-edge ones make LED bulbs flicker.',
        },
      ],
    },
    {
      from: 'Bulbs and dimmers',
      ask: ['My Bergen flickers when I dim it', 'Why does my lamp flicker?'],
      answer:
        'That usually comes from a leading-edge dimmer, which makes LED bulbs flicker. Our lamps work with trailing-edge dimmers.',
      tags: ['Technical'],
    },
    {
      from: 'Warranty and repair',
      ask: ['How long is the warranty?', 'Is there a guarantee on the electronics?', 'warranty?'],
      answer: 'Every lamp has five years of warranty on the frame and two years on the electronics.',
      tags: ['Warranty'],
    },
    {
      from: 'Warranty and repair',
      ask: ['Can you repair my lamp from 2012?', 'Do you repair old lamps?'],
      answer:
        'Yes, we repair lamps of our own make for life. After the warranty a repair costs 25 euros plus parts and takes about two weeks.',
      tags: ['Warranty'],
    },
    {
      from: 'Opening hours and visits',
      ask: ['Are you open on Saturday?', 'opening hours please', 'When are you open?'],
      answer:
        'The workshop is open Monday to Friday from 9:00 to 18:00 and on Saturday from 10:00 to 14:00. We are closed on Sundays.',
      followUps: [
        {
          ask: 'Can one visit the workshop?',
          answer: 'Yes, on a guided tour every first Friday of the month at 16:00, for 8 euros per person.',
        },
      ],
    },
  ],
  byPeople: [
    {
      ask: 'My lamp arrived with a broken shade. Order 48213.',
      answer: 'I’m sorry to hear that. Let me connect you with our team.',
      replies: [
        'Hi, sorry about the shade. I have your order here; could you send a photo to the same chat?',
        'Thank you, that is clearly from transport. A new shade leaves today, no need to send the old one back.',
      ],
      between: ['Here it is: there is a crack all along the edge.'],
      tags: ['Damage', 'VIP'],
      note: 'Third broken shade from this carrier in October. Ask logistics for better corners.',
    },
    {
      ask: 'Where is my order 47790? The tracking has not moved for a week.',
      answer: 'I can’t track parcels myself. Our team can look it up for you.',
      replies: [
        'Good morning! The parcel hangs in customs in Zürich. I have sent the missing invoice, it should move within two days.',
        'I will write to you here as soon as it does.',
      ],
      between: ['Great, thank you. Do I have to pay anything?'],
      tags: ['Shipping'],
    },
    {
      ask: 'We furnish a hotel with 60 rooms and need an offer for the Bergen.',
      answer: 'That’s one for our sales team. I’ll connect you.',
      replies: [
        'Hello, with pleasure. From 50 pieces we give 18 %. Where may I send the offer?',
        'Thank you. You will have it by tomorrow noon.',
      ],
      between: ['To purchasing@hotel-fjord.example, please.'],
      tags: ['Sales', 'VIP'],
      note: 'Large order. Offer sent, call again on Friday.',
    },
    {
      ask: 'I was charged twice for order 48001',
      answer: UNKNOWN,
      replies: ['You are right, the second charge was a mistake of ours. It goes back to your card today.'],
      tags: ['Billing'],
    },
  ],
  gaps: [
    {
      question: 'Can I get an invoice with my company’s VAT number?',
      others: ['vat number on the invoice?', 'How do I add our VAT ID?'],
    },
    {
      question: 'Do you sell gift cards?',
      others: ['gift voucher for 50 euros?', 'Is there a gift card?', 'Do you have vouchers?'],
    },
    { question: 'Can the Malmö hang outside?', others: ['Is the Malmö waterproof?'] },
  ],
  tags: ['Returns', 'Shipping', 'Warranty', 'Technical', 'Damage', 'Billing', 'Sales', 'VIP'],
  cannedReplies: [
    {
      shortcut: 'label',
      text: 'I have mailed you a return label. Stick it on the parcel and leave it at any post office.',
    },
    { shortcut: 'photo', text: 'Could you send us a photo of it? That helps us to find the right part.' },
    { shortcut: 'thanks', text: 'Thank you for writing to us. Have a good day!' },
  ],
  conversations: 220,
  countries: { DE: 46, AT: 14, SE: 12, NL: 9, CH: 7, DK: 5, NO: 4, FR: 3 },
}

const hotel: Business = {
  org: 'Hotel Seeblick',
  agent: 'Seeblick concierge',
  description: 'Rooms, breakfast and the lake: ask our concierge.',
  theme: 'cyan-light',
  site: 'https://hotel-seeblick.example',
  pages: ['/', '/rooms', '/spa', '/directions'],
  people: [{ name: 'Elena Rossi', isOrgAdmin: true }, { name: 'Tom Baker' }],
  starterQuestions: ['When is breakfast?', 'Is parking free?', 'May I bring my dog?'],
  documents: [
    {
      name: 'Your stay',
      content:
        '# Arrival\n\nRooms are ready from 15:00. Check-out is until 11:00; a late check-out until 14:00 costs 30 euros.\n\n# Breakfast\n\nBreakfast is served from 7:00 to 10:30, on Sundays until 11:30. It is included in every rate.\n\n# Dogs\n\nDogs are welcome for 18 euros a night, but not in the restaurant and the spa.',
    },
    {
      name: 'Parking, spa and lake',
      content:
        '# Parking\n\nThe car park costs 12 euros a night. Two chargers for electric cars are free for guests.\n\n# Spa\n\nThe spa is open daily from 10:00 to 21:00. Massages are booked at the reception.\n\n# Lake\n\nGuests borrow bicycles and boards for the lake free of charge from May to September.',
    },
  ],
  topics: [
    {
      from: 'Your stay',
      ask: ['When is breakfast?', 'Until when is breakfast on Sundays?', 'Is breakfast included?'],
      answer: 'Breakfast is served from 7:00 to 10:30, on Sundays until 11:30. It is included in every rate.',
    },
    {
      from: 'Your stay',
      ask: ['May I bring my dog?', 'Are pets allowed?', 'we have a small dog'],
      answer: 'Yes. Dogs are welcome for 18 euros a night, but not in the restaurant and the spa.',
      tags: ['Dogs'],
    },
    {
      from: 'Your stay',
      ask: ['What time is check-in?', 'Can we arrive at 13:00?', 'When do we have to leave the room?'],
      answer: 'Rooms are ready from 15:00, and check-out is until 11:00.',
      followUps: [{ ask: 'Is a late check-out possible?', answer: 'Yes, until 14:00 for 30 euros.' }],
    },
    {
      from: 'Parking, spa and lake',
      ask: ['Is parking free?', 'Do you have a charger for electric cars?', 'parking?'],
      answer: 'The car park costs 12 euros a night. Two chargers for electric cars are free for guests.',
    },
    {
      from: 'Parking, spa and lake',
      ask: ['When is the spa open?', 'Can I book a massage?'],
      answer: 'The spa is open daily from 10:00 to 21:00. Massages are booked at the reception.',
      tags: ['Spa'],
    },
    {
      from: 'Parking, spa and lake',
      ask: ['Can we rent bikes?', 'Do you lend paddle boards?'],
      answer: 'Guests borrow bicycles and boards free of charge from May to September.',
    },
  ],
  byPeople: [
    {
      ask: 'We booked for Friday but need one more bed for our son.',
      answer: 'I’ll connect you with our reception.',
      replies: [
        'Good evening, Tom from the reception. An extra bed is 35 euros a night; shall I add it?',
        'Done. See you on Friday!',
      ],
      between: ['Yes please.'],
      tags: ['Booking'],
    },
    {
      ask: 'Can we have our wedding dinner at your place in June, about 40 people?',
      answer: 'How lovely! Our events team can tell you what’s possible.',
      replies: [
        'Congratulations! June 13 and 20 are still free. May I call you tomorrow to talk about the menu?',
        'Perfect, I will call at ten.',
      ],
      between: ['The 20th would be great. My number is +49 171 5550114.'],
      tags: ['Events', 'VIP'],
      note: 'Wedding on June 20, about 40 people. Elena calls at 10:00.',
    },
    {
      ask: 'I left my jacket in room 204',
      answer: UNKNOWN,
      replies: ['We found it! We send it to your address today, free of charge.'],
      tags: ['Lost property'],
    },
  ],
  gaps: [
    { question: 'Is there a gym?', others: ['do you have a fitness room?', 'Gym?'] },
    { question: 'How far is the railway station?', others: ['Is there a shuttle from the station?'] },
  ],
  tags: ['Booking', 'Dogs', 'Spa', 'Events', 'Lost property', 'VIP'],
  cannedReplies: [{ shortcut: 'welcome', text: 'We look forward to welcoming you at the lake.' }],
  conversations: 140,
  countries: { DE: 38, CH: 24, IT: 14, AT: 10, GB: 8, FR: 6 },
}

const studio: Business = {
  org: 'Studio Berg',
  agent: 'Studio Berg',
  description: 'Appointments, prices and styles.',
  theme: 'purple-light',
  site: 'https://studio-berg.example',
  pages: ['/', '/prices', '/team'],
  people: [{ name: 'Nadia Berg', isOrgAdmin: true }, { name: 'Samir Haddad' }],
  starterQuestions: ['What does a cut cost?', 'Are you open on Monday?'],
  documents: [
    {
      name: 'Prices and times',
      content:
        '# Prices\n\nA cut costs 38 euros for short and 52 euros for long hair, washing included. Colour starts at 79 euros. Children up to twelve pay 22 euros.\n\n# Opening hours\n\nTuesday to Friday from 9:00 to 19:00, Saturday from 9:00 to 15:00. Closed on Sunday and Monday.\n\n# Cancelling\n\nAppointments can be cancelled free of charge until 24 hours before.',
    },
  ],
  topics: [
    {
      from: 'Prices and times',
      ask: ['What does a cut cost?', 'price for long hair?', 'How much for kids?'],
      answer:
        'A cut costs 38 euros for short and 52 euros for long hair, washing included. Children up to twelve pay 22 euros.',
    },
    {
      from: 'Prices and times',
      ask: ['Are you open on Monday?', 'When do you open on Saturday?'],
      answer:
        'We are open Tuesday to Friday from 9:00 to 19:00 and on Saturday from 9:00 to 15:00. On Sunday and Monday we are closed.',
    },
    {
      from: 'Prices and times',
      ask: ['Can I cancel my appointment?', 'I have to cancel tomorrow'],
      answer: 'Yes, free of charge until 24 hours before.',
      tags: ['Appointment'],
    },
  ],
  byPeople: [
    {
      ask: 'Do you have time for balayage this week?',
      answer: 'Let me connect you with the team to find a free appointment.',
      replies: ['Hi! Thursday at 14:00 with Samir would work. Shall I book it?', 'Booked. See you on Thursday!'],
      between: ['Yes, that is perfect.'],
      tags: ['Appointment'],
    },
  ],
  gaps: [{ question: 'Do you do bridal hair?', others: ['hair for a wedding?'] }],
  tags: ['Appointment', 'Colour'],
  cannedReplies: [{ shortcut: 'booked', text: 'Your appointment is booked. See you soon!' }],
  conversations: 70,
  countries: { DE: 88, AT: 6, FR: 4 },
}

const cafe: Business = {
  org: 'Café Morgenrot',
  agent: 'Morgenrot',
  description: 'Cakes, tables and what we bake today.',
  theme: 'red-light',
  site: 'https://cafe-morgenrot.example',
  pages: ['/', '/cakes', '/menu'],
  people: [{ name: 'Clara Vogt', isOrgAdmin: true }],
  starterQuestions: ['Do you have vegan cake?', 'Can I reserve a table?'],
  documents: [
    {
      name: 'Cakes and tables',
      content:
        '# Cakes\n\nEvery day we have two vegan cakes and a gluten-free one. Whole cakes are ordered two days ahead and cost from 32 euros.\n\n# Tables\n\nTables for up to six people are kept for 15 minutes. On weekends we don’t take reservations.',
    },
  ],
  topics: [
    {
      from: 'Cakes and tables',
      ask: ['Do you have vegan cake?', 'anything gluten free?'],
      answer: 'Yes. Every day we have two vegan cakes and a gluten-free one.',
    },
    {
      from: 'Cakes and tables',
      ask: ['Can I reserve a table for Sunday?', 'Do you take reservations?'],
      answer: 'On weekdays, for up to six people. On weekends we take no reservations.',
    },
    {
      from: 'Cakes and tables',
      ask: ['How do I order a birthday cake?', 'price of a whole cake?'],
      answer: 'Whole cakes are ordered two days ahead and cost from 32 euros.',
      tags: ['Order'],
    },
  ],
  byPeople: [
    {
      ask: 'I need a cake for 30 people on Saturday, with a name on it.',
      answer: 'Our team will take your order.',
      replies: ['With pleasure! Which name, and chocolate or fruit?', 'Noted: «Emil», chocolate, Saturday at ten.'],
      between: ['Emil, and chocolate please.'],
      tags: ['Order'],
    },
  ],
  gaps: [{ question: 'Do you have oat milk?', others: ['oat milk?'] }],
  tags: ['Order'],
  cannedReplies: [],
  conversations: 45,
  countries: { DE: 95, NL: 3 },
}

export const AGENCIES: readonly [Agency, Agency] = [
  {
    owner: 'Ines Northrup',
    members: ['Theo Lindgren', 'Aisha Rahman'],
    name: 'Northlight Digital',
    website: 'https://northlight.example',
    businesses: [lumen, cafe],
  },
  {
    owner: 'Karl Halden',
    members: ['Julia Brandt', 'Marco Silva'],
    name: 'Halden & Co',
    website: 'https://halden.example',
    businesses: [hotel, studio],
  },
]
