/** Two more small sites with questions that the model may be changed to answer. */
import type { Question, Site } from './sites.ts'

type TuningSite = Omit<Site, 'heldOut'> & { readonly tuning: readonly Question[] }

const BAKERY: TuningSite = {
  name: 'bakery',
  pages: [
    {
      title: 'Our bread',
      text: `# Our bread

We bake eleven kinds of bread. The country loaf weighs 1.2 kg and costs €6.80. All our breads are made without eggs and milk, except for the brioche. We do not bake gluten-free bread, because flour is in the air everywhere.

The sourdough rests for 36 hours before it is baked.`,
    },
    {
      title: 'Orders and delivery',
      text: `# Orders and delivery

Please order cakes at least four days ahead. A deposit of €20 is due for wedding cakes. Orders can be changed until noon of the day before.

We deliver within the city for €5; above €80 delivery is free. We do not deliver on Mondays.`,
    },
    {
      title: 'Shop and baking classes',
      text: `The shop at Mill Lane 8 is open Tuesday to Sunday from 7 am to 3 pm. You can pay by card or in cash.

Baking classes take place on the first Saturday of the month. A class lasts five hours, has at most ten places and costs €95 including lunch. Children from the age of 12 may take part. Classes are held in English and German.`,
    },
  ],
  tuning: [
    { ask: 'How much is the country loaf?', answer: ['6.80'] },
    { ask: 'How heavy is the country loaf?', answer: ['1.2 kg'] },
    { ask: 'Do you have gluten-free bread?', answer: ['not bake gluten-free'], verdict: 'no' },
    { ask: 'Is there milk in the brioche?', answer: ['except for the brioche'] },
    { ask: 'How long does the sourdough rest?', answer: ['36 hours'] },
    { ask: 'Can I order a cake two days ahead?', answer: ['four days'], verdict: 'no' },
    { ask: 'Can I order a cake a week in advance?', answer: ['four days'], verdict: 'yes' },
    { ask: 'Do you deliver on Mondays?', answer: ['not deliver on Mondays'], verdict: 'no' },
    { ask: 'Are you open on Monday?', answer: ['Tuesday to Sunday'], verdict: 'no' },
    { ask: 'Can my 10-year-old join a baking class?', answer: ['12'], verdict: 'no' },
    { ask: 'Are the classes in French?', answer: ['English and German'], verdict: 'no' },
    { ask: 'How many people are in a class?', answer: ['ten'] },
    { ask: 'Is lunch included in the class?', answer: ['including lunch'] },
    { ask: 'Do you sell coffee beans?', answer: null },
    { ask: 'Who is the head baker?', answer: null },
    { ask: 'How many calories does the country loaf have?', answer: null },
    { ask: 'Can I park at the shop?', answer: null },
    { ask: 'How long does the bread stay fresh?', answer: null },
    { ask: 'What time do the classes start?', answer: null },
    { ask: 'How many employees do you have?', answer: null },
    { ask: 'What does a wedding cake cost?', answer: null },
    { ask: 'Can I bring my dog to the shop?', answer: null },
    { ask: 'Is the shop wheelchair accessible?', answer: null },
    { ask: 'Do you offer jobs for students?', answer: null },
  ],
}

const BIKES: TuningSite = {
  name: 'Fahrradverleih',
  pages: [
    {
      title: 'Preise',
      text: `# Preise

Ein Tourenrad kostet 15 € pro Tag, ein E-Bike 35 €. Helme sind im Preis enthalten, Kindersitze kosten 4 € zusätzlich. Als Kaution hinterlegen Sie 50 € in bar.`,
    },
    {
      title: 'Verleih',
      text: `# Verleih

Der Verleih ist von April bis Oktober täglich von 9 bis 18 Uhr geöffnet. E-Bikes verleihen wir nur an Personen ab 16 Jahren. Bis 24 Stunden vor Beginn können Sie kostenlos stornieren.

Der Akku eines E-Bikes reicht für etwa 80 Kilometer. Hunde dürfen nicht in den Lastenrädern mitfahren. Sie finden uns am Seeweg 3, direkt hinter dem Bahnhof.`,
    },
  ],
  tuning: [
    { ask: 'Was kostet ein E-Bike?', answer: ['35'] },
    { ask: 'Kann ich im Dezember ein Rad leihen?', answer: ['April bis Oktober'], verdict: 'no' },
    { ask: 'Sind Helme im Preis enthalten?', answer: ['enthalten'] },
    { ask: 'Wie hoch ist die Kaution?', answer: ['50'] },
    { ask: 'Darf mein Sohn mit 14 ein E-Bike fahren?', answer: ['16'], verdict: 'no' },
    { ask: 'Wie weit reicht der Akku?', answer: ['80'] },
    { ask: 'Wo finde ich euch?', answer: ['Seeweg 3'] },
    { ask: 'Darf mein Hund im Lastenrad mitfahren?', answer: ['nicht'], verdict: 'no' },
    { ask: 'Kann ich zwei Tage vorher noch stornieren?', answer: ['24 Stunden'], verdict: 'yes' },
    { ask: 'Bietet ihr geführte Touren an?', answer: null },
    { ask: 'Wie lange dauert eine Reparatur?', answer: null },
    { ask: 'Kann ich mit Kreditkarte zahlen?', answer: null },
    { ask: 'Wie viele Räder habt ihr?', answer: null },
    { ask: 'Was kostet ein Lastenrad?', answer: null },
    { ask: 'Wie schwer ist ein E-Bike?', answer: null },
    { ask: 'Wie lange braucht der Akku zum Laden?', answer: null },
    { ask: 'Gibt es eine Versicherung für die Räder?', answer: null },
  ],
}

export const TUNING_SITES: readonly TuningSite[] = [BAKERY, BIKES]
