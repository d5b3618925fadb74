/**
 * Three sites whose errors show which kinds of questions need a rule: at first 87.3 % of the answers were right and
 * 9.9 % confidently wrong. No single question has its own rule.
 */
import type { Question, Site } from './sites.ts'

type FreshSite = Pick<Site, 'name' | 'pages'> & { readonly questions: readonly Question[] }

const TEA: FreshSite = {
  name: 'tea merchant',
  pages: [
    {
      title: 'Our teas',
      text: `# Our teas

Sencha is a green tea from Shizuoka. A tin of 100 g costs £14. Caffeine: medium.

Assam Gold is a strong black tea from India. A tin of 100 g costs £11. Caffeine: high.

Rooibos comes from South Africa and is naturally free of caffeine. A bag of 200 g costs £9.

All our teas are organic except Earl Grey. We pack them in tins that can be refilled in the shop.`,
    },
    {
      title: 'Brewing',
      text: `# Brewing

Brew green tea at 75 °C for two minutes. Black tea takes boiling water and four minutes. Rooibos may steep for ten minutes and does not turn bitter.

Use 3 g of tea for a cup of 250 ml. Store tea in a dark, dry place; an opened tin keeps its taste for six months.`,
    },
    {
      title: 'Delivery and returns',
      text: `# Delivery and returns

Orders placed before noon leave the same day. Delivery within the UK takes two working days and costs £3.50; from £40 it is free. We do not deliver abroad.

Unopened tins can be returned within 14 days. Opened tea cannot be returned. Refunds are paid within five days.`,
    },
    {
      title: 'Visit us',
      text: `# Visit us

Our shop is at 12 Mill Lane, York. It is open Monday to Saturday from 9:30 am to 5:30 pm and closed on Sundays.

Tastings take place every Thursday at 6 pm, cost £15 and last an hour and a half. Book them at tastings@leafmill.example.`,
    },
  ],
  questions: [
    { ask: 'Which tea has no caffeine?', answer: ['Rooibos'] },
    { ask: 'How much is a tin of Sencha?', answer: ['£14'] },
    { ask: 'Where does Assam Gold come from?', answer: ['India'] },
    { ask: 'How long should green tea brew?', answer: ['two minutes'] },
    { ask: 'At what temperature do I brew green tea?', answer: ['75 °C'] },
    { ask: 'How much tea do I need for a cup?', answer: ['3 g'] },
    { ask: 'How long does an opened tin keep?', answer: ['six months'] },
    { ask: 'Do you deliver abroad?', answer: ['do not deliver abroad'], verdict: 'no' },
    { ask: 'What does delivery cost?', answer: ['£3.50'] },
    { ask: 'How long does delivery take?', answer: ['two working days'] },
    { ask: 'Can I return opened tea?', answer: ['cannot be returned'], verdict: 'no' },
    { ask: 'When is the shop open?', answer: ['9:30'] },
    { ask: 'Are you open on Sundays?', answer: ['closed on Sundays'], verdict: 'no' },
    { ask: 'How much is a tasting?', answer: ['£15'] },
    { ask: 'Is Earl Grey organic?', answer: ['except Earl Grey'], verdict: 'no' },
    { ask: 'Do you sell coffee?', answer: null },
    { ask: 'How tall is a tin?', answer: null },
    { ask: 'Do you have a loyalty programme?', answer: null },
    { ask: 'Who founded the shop?', answer: null },
    { ask: 'Can I park in front of the shop?', answer: null },
    { ask: 'Do you offer jobs?', answer: null },
    { ask: 'Is there Wi-Fi at the tastings?', answer: null },
  ],
}

const BIKES: FreshSite = {
  name: 'bicycle workshop',
  pages: [
    {
      title: 'Repairs and prices',
      text: `# Repairs and prices

A standard service costs €69 and takes one working day. It includes brakes, gears and tyres. New parts are charged extra.

Repairing a puncture costs €12 and is done while you wait. Replacing a chain costs €25 plus the chain.

We repair electric bicycles with Bosch and Shimano motors only. Batteries are not repaired; we send them to the maker.`,
    },
    {
      title: 'Rental',
      text: `# Rental

City bicycles cost €15 a day, electric bicycles €35 a day. From the third day every day is 20 percent cheaper. A deposit of €100 is required.

Helmets and locks are included. Child seats can be added for €5 a day. Children under 14 ride only together with an adult.`,
    },
    {
      title: 'Booking',
      text: `# Booking

Book a service online or by phone on 030 555 0142. You can cancel free of charge until 24 hours before; after that we charge €20.

Please bring your bicycle between 8 am and 10 am. Bicycles that are not collected within 30 days are stored for €2 a day.`,
    },
    {
      title: 'About us',
      text: `# About us

Speiche was founded in 2012 by Marta Kowalska. Five mechanics and two apprentices work here. The workshop is at Gneisenaustraße 8 in Berlin, near the underground station Gneisenaustraße.

We are open Tuesday to Friday from 8 am to 6 pm and on Saturday from 10 am to 2 pm.`,
    },
  ],
  questions: [
    { ask: 'How much is a standard service?', answer: ['€69'] },
    { ask: 'How long does a service take?', answer: ['one working day'] },
    { ask: 'What is included in the service?', answer: ['brakes'] },
    { ask: 'How much does it cost to fix a puncture?', answer: ['€12'] },
    { ask: 'Do you repair electric bicycles?', answer: ['Bosch'] },
    { ask: 'Do you repair batteries?', answer: ['not repaired'], verdict: 'no' },
    { ask: 'What does it cost to rent an electric bicycle?', answer: ['€35'] },
    { ask: 'How high is the deposit?', answer: ['€100'] },
    { ask: 'Is a helmet included?', answer: ['included'], verdict: 'yes' },
    { ask: 'May children ride alone?', answer: ['together with an adult'], verdict: 'no' },
    { ask: 'How can I book a service?', answer: ['online or by phone'] },
    { ask: 'Can I cancel for free?', answer: ['24 hours'] },
    { ask: 'When should I bring my bicycle?', answer: ['8 am and 10 am'] },
    { ask: 'Who founded the workshop?', answer: ['Marta Kowalska'] },
    { ask: 'Where are you?', answer: ['Gneisenaustraße 8'] },
    { ask: 'What are your opening hours?', answer: ['8 am to 6 pm'] },
    { ask: 'How many mechanics work for you?', answer: ['Five'] },
    { ask: 'Do you buy used bicycles?', answer: null },
    { ask: 'Do you sell scooters?', answer: null },
    { ask: 'Can I pay by credit card?', answer: null },
    { ask: 'Do you offer guided tours?', answer: null },
    { ask: 'How heavy is a city bicycle?', answer: null },
    { ask: 'Is there a warranty on repairs?', answer: null },
    { ask: 'How far does the electric bicycle go?', answer: null },
  ],
}

const MUSEUM: FreshSite = {
  name: 'harbour museum',
  pages: [
    {
      title: 'Tickets',
      text: `# Tickets

Adults pay €11, students €7. Children under 12 enter free of charge. A family ticket for two adults and up to four children costs €25.

On the first Sunday of each month admission is free for everybody. Tickets are valid for the whole day, and you may leave and come back.`,
    },
    {
      title: 'Opening hours',
      text: `# Opening hours

The museum is open daily except Mondays from 10 am to 6 pm, on Thursdays until 9 pm. Last admission is 45 minutes before closing. We are closed on 24 and 25 December.`,
    },
    {
      title: 'Your visit',
      text: `# Your visit

All floors can be reached by lift, and wheelchairs can be borrowed at the desk. Guide dogs are welcome; other animals have to stay outside.

Photography without flash is allowed. Bags larger than 40 cm go into the lockers, which are free. The café on the second floor serves lunch from noon to 3 pm.

Guided tours start every day at 11 am and 3 pm, last 60 minutes and cost €4. Audio guides are available in English, German and Dutch.`,
    },
    {
      title: 'The collection',
      text: `# The collection

The lightship Elsa was built in 1908 and weighs 380 tonnes. Visitors can climb her mast at weekends. The museum was opened in 1974 and shows 4,000 objects.

The special exhibition on whaling runs until 30 April. A visit takes about two hours.`,
    },
  ],
  questions: [
    { ask: 'How much is a ticket for adults?', answer: ['€11'] },
    { ask: 'What do students pay?', answer: ['€7'] },
    { ask: 'Do children pay?', answer: ['under 12'] },
    { ask: 'Is there a family ticket?', answer: ['€25'], verdict: 'yes' },
    { ask: 'When is admission free?', answer: ['first Sunday'] },
    { ask: 'Are you open on Mondays?', answer: ['except Mondays'], verdict: 'no' },
    { ask: 'How late are you open on Thursdays?', answer: ['9 pm'] },
    { ask: 'When is the last admission?', answer: ['45 minutes'] },
    { ask: 'Can I bring my dog?', answer: ['Guide dogs'] },
    { ask: 'Am I allowed to take photos?', answer: ['without flash'], verdict: 'yes' },
    { ask: 'When do guided tours start?', answer: ['11 am'] },
    { ask: 'How long does a guided tour last?', answer: ['60 minutes'] },
    { ask: 'In which languages are audio guides available?', answer: ['Dutch'] },
    { ask: 'When was the Elsa built?', answer: ['1908'] },
    { ask: 'How heavy is the Elsa?', answer: ['380 tonnes'] },
    { ask: 'Until when does the exhibition on whaling run?', answer: ['30 April'] },
    { ask: 'How long does a visit take?', answer: ['two hours'] },
    { ask: 'Is there a café?', answer: ['second floor'], verdict: 'yes' },
    { ask: 'Can I rent the museum for a wedding?', answer: null },
    { ask: 'Who is the director?', answer: null },
    { ask: 'How tall is the mast?', answer: null },
    { ask: 'Do you sell posters?', answer: null },
    { ask: 'Where can I park?', answer: null },
    { ask: 'Is there a playground?', answer: null },
    { ask: 'How deep is the harbour?', answer: null },
  ],
}

export const FRESH_SITES: readonly FreshSite[] = [TEA, BIKES, MUSEUM]
