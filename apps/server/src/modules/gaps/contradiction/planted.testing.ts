// Passages with planted contradictions and agreements, for tests of the contradiction search.
export interface Planted {
  readonly what: string
  readonly a: string
  readonly b: string
}

/** Two sentences that cannot both be true. */
export const CONTRADICTIONS: readonly Planted[] = [
  {
    what: 'a number of days',
    a: 'Goods may be returned within 14 days of purchase.',
    b: 'You can return goods within 30 days of purchase.',
  },
  {
    what: 'opening hours of some days',
    a: 'The museum is open Monday to Friday from 9:00 to 17:00.',
    b: 'On Fridays the museum is open from 9 am to 6 pm.',
  },
  {
    what: 'a price',
    a: 'A guided kayak tour costs €49 per person.',
    b: 'The guided kayak tour costs 59 euros per person.',
  },
  { what: 'free of charge or not', a: 'Luggage storage is free of charge.', b: 'Luggage storage costs 5 EUR.' },
  {
    what: 'a date',
    a: 'Early booking for the festival ends on 31 March 2026.',
    b: 'Early booking for the festival ends on April 15, 2026.',
  },
  {
    what: 'a denial',
    a: 'Dogs are allowed in the garden restaurant.',
    b: 'Dogs are not allowed in the garden restaurant.',
  },
  { what: 'an opposite', a: 'The rooftop terrace is open in winter.', b: 'The rooftop terrace is closed in winter.' },
  {
    what: 'a share',
    a: 'Students get a discount of 10 % on bicycles.',
    b: 'Students get a discount of 15% on bicycles.',
  },
  {
    what: 'a length of time in words',
    a: 'The warranty for electric bikes is two years.',
    b: 'The warranty for electric bikes is 36 months.',
  },
  { what: 'a weight', a: 'Cabin baggage may weigh up to 8 kg.', b: 'Cabin baggage may weigh up to 10 kg.' },
  {
    what: 'a phone number',
    a: 'Call our emergency hotline on +49 30 123456.',
    b: 'Our emergency hotline: +49 30 654321.',
  },
  { what: 'a yes and a no', a: 'Wheelchair access: yes', b: 'Wheelchair access: no' },
  { what: 'a day of the week', a: 'We deliver groceries on Sundays.', b: 'We do not deliver groceries on Sundays.' },
  { what: 'how many', a: 'The conference hall has 120 seats.', b: 'The conference hall has 150 seats.' },
  { what: 'rows of tables', a: '| Cancellation notice | 24 hours |', b: '- Cancellation notice: 48 hours' },
  {
    what: 'German days',
    a: 'Die Lieferung nach Österreich dauert 3 Tage.',
    b: 'Die Lieferung nach Österreich dauert 5 Tage.',
  },
]

/** Two sentences that agree, or are about different things. */
export const AGREEMENTS: readonly Planted[] = [
  { what: 'the same time in other units', a: 'Parcels arrive within 2 weeks.', b: 'Parcels arrive within 14 days.' },
  {
    what: 'the same hours in other writing',
    a: 'The library is open from 9 am to 5 pm.',
    b: 'The library is open from 09:00 to 17:00.',
  },
  { what: 'the same price in other writing', a: 'A day ticket costs €1,200.00.', b: 'The day ticket costs 1200 EUR.' },
  {
    what: 'other days',
    a: 'The shop is open Monday to Friday from 9:00 to 18:00.',
    b: 'On Saturdays the shop is open from 10:00 to 14:00.',
  },
  { what: 'other plans', a: 'The Basic plan costs 10 EUR per month.', b: 'The Pro plan costs 25 EUR per month.' },
  {
    what: 'another kind of delivery',
    a: 'Standard delivery within Germany takes 3 days.',
    b: 'Express delivery within Germany takes 1 day.',
  },
  { what: 'a narrower case', a: 'Delivery to Germany costs 5 EUR.', b: 'Express delivery to Germany costs 9 EUR.' },
  { what: 'other people', a: 'Admission for adults is 12 EUR.', b: 'Admission for children is 6 EUR.' },
  { what: 'other countries', a: 'Shipping to Norway takes 7 days.', b: 'Shipping to Spain takes 4 days.' },
  {
    what: 'two values at once',
    a: 'The package with 2 GB of data costs 10 EUR.',
    b: 'The package with 5 GB of data costs 20 EUR.',
  },
  { what: 'both ends', a: 'Groups need at least 8 people.', b: 'Groups may have up to 20 people.' },
  { what: 'two denials', a: 'Smoking is not allowed in the rooms.', b: 'Smoking is forbidden in the rooms.' },
  { what: 'no later than', a: 'Check out no later than 11:00.', b: 'Check out by 11 am.' },
  { what: 'a date with and without its year', a: 'The offer ends on 31 March.', b: 'The offer ends on 31 March 2026.' },
  { what: 'other subjects', a: 'The pool is heated to 28 °C.', b: 'The sauna is heated to 90 °C.' },
  {
    what: 'a denial of something else',
    a: 'Breakfast is included in the room rate.',
    b: 'Dinner is not included in the room rate.',
  },
  { what: 'half an hour', a: 'The cable car ride takes half an hour.', b: 'The cable car ride takes 30 minutes.' },
  { what: 'the same in words', a: 'The trial lasts thirty days.', b: 'The trial lasts 30 days.' },
  {
    what: 'a minimum age of another tour',
    a: 'The minimum age for the climbing tour is 14 years.',
    b: 'The minimum age for the rafting tour is 10 years.',
  },
  { what: 'a phone number in other writing', a: 'Hotline: +49 30 123456', b: 'Our hotline is +49-30-123456.' },
]

const AROUND = [
  'Our team is happy to help with everything else.',
  'You will find us between the station and the old town.',
  'More about this is on our website.',
]
export const passage = (sentence: string, at: number): string =>
  sentence.startsWith('|')
    ? `| What | Value |\n| --- | --- |\n${sentence}`
    : `${AROUND[at % 3]}\n\n${sentence}\n\n${AROUND[(at + 1) % 3]}`
