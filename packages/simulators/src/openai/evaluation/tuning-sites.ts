/** Four more small sites with questions that the model may be changed to answer. */
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

const KITES: TuningSite = {
  name: 'kite school',
  pages: [
    {
      title: 'Courses',
      text: `# Courses

Our beginner course takes three days and costs £270. It includes the board, the kite and a wetsuit. Groups have no more than four pupils to one teacher.

Private lessons cost £75 an hour. Lessons are given in English, Dutch and Polish. Pupils must be at least 13 years old and able to swim 200 metres.`,
    },
    {
      title: 'Booking and weather',
      text: `# Booking and weather

Book at least two days before the course begins. You can move your course free of charge up to 72 hours before it starts; after that we keep half of the price.

If there is too little wind, we offer another date or give your money back. We do not teach during thunderstorms. Vouchers are valid for 18 months.`,
    },
    {
      title: 'The beach',
      text: `The school stands on the north beach in Hollum, next to the lighthouse. The season runs from May to September. The shop is open every day except Tuesday from 9:30 am to 5 pm.

There are showers and lockers. Dogs are allowed on the beach but not in the shop. The nearest bus stop is 400 metres away.`,
    },
  ],
  tuning: [
    { ask: 'How many days is the course for beginners?', answer: ['three days'] },
    { ask: 'Is a wetsuit included?', answer: ['includes the board'], verdict: 'yes' },
    { ask: 'How big are your groups?', answer: ['four'] },
    { ask: 'How much is a private lesson?', answer: ['£75'] },
    { ask: 'Can I take a lesson in Italian?', answer: ['English, Dutch and Polish'], verdict: 'no' },
    { ask: 'Can I take a lesson in Polish?', answer: ['Polish'], verdict: 'yes' },
    { ask: 'Is my 11-year-old son old enough?', answer: ['13'], verdict: 'no' },
    { ask: 'Do I have to know how to swim?', answer: ['200 metres'] },
    { ask: 'Can I book one day before?', answer: ['two days'], verdict: 'no' },
    { ask: 'Can I move my course a week before?', answer: ['72 hours'], verdict: 'yes' },
    { ask: 'Can I move my course 24 hours before for free?', answer: ['72 hours'], verdict: 'no' },
    { ask: 'What happens when there is no wind?', answer: ['another date'] },
    { ask: 'Do you teach in a thunderstorm?', answer: ['not teach'], verdict: 'no' },
    { ask: 'Is a voucher still good after two years?', answer: ['18 months'], verdict: 'no' },
    { ask: 'Where is the school?', answer: ['lighthouse'] },
    { ask: 'Are there courses in November?', answer: ['May to September'], verdict: 'no' },
    { ask: 'Is the shop open on Tuesdays?', answer: ['except Tuesday'], verdict: 'no' },
    { ask: 'Is the shop open at 6 pm?', answer: ['5 pm'], verdict: 'no' },
    { ask: 'May my dog come into the shop?', answer: ['not in the shop'], verdict: 'no' },
    { ask: 'How far is the bus stop?', answer: ['400 metres'] },
    { ask: 'Where can I leave my things?', answer: ['lockers'] },
    { ask: 'Who owns the school?', answer: null },
    { ask: 'How old is the school?', answer: null },
    { ask: 'Do you rent surfboards?', answer: null },
    { ask: 'How much does a kite weigh?', answer: null },
    { ask: 'Is there a café on the beach?', answer: null },
    { ask: 'How much is a locker?', answer: null },
    { ask: 'How long is a private lesson?', answer: null },
    { ask: 'Can I pay by card?', answer: null },
    { ask: 'Where can I stay overnight?', answer: null },
    { ask: 'How many teachers do you have?', answer: null },
    { ask: 'Do you sell kites?', answer: null },
    { ask: 'How cold is the water?', answer: null },
    { ask: 'Do you have a course for advanced riders?', answer: null },
  ],
}

const THEATRE: TuningSite = {
  name: 'Theater',
  pages: [
    {
      title: 'Karten',
      text: `# Karten

Karten kosten zwischen 12 € und 38 €. Schüler und Studierende zahlen die Hälfte. Karten können weder umgetauscht noch zurückgegeben werden, außer wenn eine Vorstellung ausfällt.

Die Kasse ist dienstags bis freitags von 14 bis 18 Uhr geöffnet. Reservierte Karten holen Sie spätestens 30 Minuten vor Beginn ab.`,
    },
    {
      title: 'Ihr Besuch',
      text: `# Ihr Besuch

Der Saal hat 240 Plätze, davon vier für Rollstühle. Einlass ist eine halbe Stunde vor Beginn. Wer zu spät kommt, wird erst in der Pause eingelassen.

Das Haus liegt in der Lindengasse 5, zwei Minuten vom Rathaus entfernt. Eigene Parkplätze haben wir nicht; das Parkhaus am Markt kostet abends 3 €. Getränke dürfen nicht mit in den Saal.`,
    },
    {
      title: 'Über uns',
      text: `Das Theater wurde 1926 gegründet und wird seit 2018 von Mira Okafor geleitet. Im Juli und August spielen wir nicht. Führungen hinter die Bühne gibt es jeden ersten Samstag im Monat; sie dauern 75 Minuten und sind für Kinder ab 8 Jahren geeignet.`,
    },
  ],
  tuning: [
    { ask: 'Was kostet eine Karte?', answer: ['12'] },
    { ask: 'Gibt es Rabatt für Studenten?', answer: ['Hälfte'] },
    { ask: 'Kann ich meine Karte zurückgeben?', answer: ['weder'], verdict: 'no' },
    { ask: 'Hat die Kasse am Montag offen?', answer: ['dienstags bis freitags'], verdict: 'no' },
    { ask: 'Ist die Kasse um 15 Uhr offen?', answer: ['14 bis 18'], verdict: 'yes' },
    { ask: 'Bis wann muss ich reservierte Karten abholen?', answer: ['30 Minuten'] },
    { ask: 'Wie viele Plätze hat der Saal?', answer: ['240'] },
    { ask: 'Wann ist Einlass?', answer: ['halbe Stunde'] },
    { ask: 'Was ist, wenn ich zu spät komme?', answer: ['Pause'] },
    { ask: 'Wo ist das Theater?', answer: ['Lindengasse'] },
    { ask: 'Habt ihr Parkplätze?', answer: ['nicht'], verdict: 'no' },
    { ask: 'Darf ich mein Getränk mit in den Saal nehmen?', answer: ['nicht'], verdict: 'no' },
    { ask: 'Wer leitet das Theater?', answer: ['Okafor'] },
    { ask: 'Seit wann gibt es das Theater?', answer: ['1926'] },
    { ask: 'Spielt ihr im August?', answer: ['nicht'], verdict: 'no' },
    { ask: 'Wie lange dauert eine Führung?', answer: ['75 Minuten'] },
    { ask: 'Darf meine Tochter mit 6 zur Führung?', answer: ['ab 8'], verdict: 'no' },
    { ask: 'Was kostet eine Führung?', answer: null },
    { ask: 'Wie lange dauert eine Vorstellung?', answer: null },
    { ask: 'Gibt es eine Garderobe?', answer: null },
    { ask: 'Wer hat das Theater gegründet?', answer: null },
    { ask: 'Wie viele Schauspieler habt ihr?', answer: null },
    { ask: 'Verkauft ihr Gutscheine?', answer: null },
    { ask: 'Was kosten Getränke?', answer: null },
    { ask: 'Kann ich den Saal mieten?', answer: null },
    { ask: 'Gibt es Vorstellungen auf Englisch?', answer: null },
  ],
}

export const TUNING_SITES: readonly TuningSite[] = [BAKERY, BIKES, KITES, THEATRE]
